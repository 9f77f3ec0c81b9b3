/**
 * Signals, confirmations and status between orchestrator, controllers and components, as pure state
 * machines.
 */
@NullMarked
package dev.fleetwright.swarm;

import org.jspecify.annotations.NullMarked;
