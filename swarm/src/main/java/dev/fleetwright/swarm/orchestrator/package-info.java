/** The state machine that leads one swarm to its desired state, command by command. */
@NullMarked
package dev.fleetwright.swarm.orchestrator;

import org.jspecify.annotations.NullMarked;
