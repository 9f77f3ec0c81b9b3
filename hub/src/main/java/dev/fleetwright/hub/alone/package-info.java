/** Swarms that run alone, from a plan: how their content gets to a cluster. */
@NullMarked
package dev.fleetwright.hub.alone;

import org.jspecify.annotations.NullMarked;
