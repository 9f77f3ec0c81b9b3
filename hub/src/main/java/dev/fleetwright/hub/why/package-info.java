/** What happened to a world, and why, as a tree. */
@NullMarked
package dev.fleetwright.hub.why;

import org.jspecify.annotations.NullMarked;
