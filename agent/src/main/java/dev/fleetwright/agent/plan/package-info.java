/**
 * What to do in a cluster, decided without touching it: works, run state, inventory and what lives
 * there go in; actions, conditions and evidence come out.
 */
@NullMarked
package dev.fleetwright.agent.plan;

import org.jspecify.annotations.NullMarked;
