/** The records of swarms as objects of the API server. */
@NullMarked
package dev.fleetwright.api.swarm;

import org.jspecify.annotations.NullMarked;
