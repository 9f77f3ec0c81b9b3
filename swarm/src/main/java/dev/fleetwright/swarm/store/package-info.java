/** What a role keeps across restarts, and the port that keeps it. */
@NullMarked
package dev.fleetwright.swarm.store;

import org.jspecify.annotations.NullMarked;
