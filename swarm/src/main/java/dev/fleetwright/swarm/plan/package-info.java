/**
 * What a swarm that runs alone consists of, and in which order its parts start. {@link
 * dev.fleetwright.swarm.plan.SwarmPlan} is what a person writes, {@link
 * dev.fleetwright.swarm.plan.StartOrder} what follows from it.
 */
@NullMarked
package dev.fleetwright.swarm.plan;

import org.jspecify.annotations.NullMarked;
