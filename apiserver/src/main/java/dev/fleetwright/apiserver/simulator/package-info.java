/** Makes workloads in a logical cluster behave as if nodes ran them. */
@NullMarked
package dev.fleetwright.apiserver.simulator;

import org.jspecify.annotations.NullMarked;
