/**
 * What runs at a workload cluster: applies works, reports what becomes of them, and is the Swarm
 * Controller of the worlds on it.
 */
@NullMarked
package dev.fleetwright.agent;

import org.jspecify.annotations.NullMarked;
