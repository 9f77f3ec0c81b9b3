/** Figures about the running server in the text format of Prometheus. */
@NullMarked
package dev.fleetwright.apiserver.metrics;

import org.jspecify.annotations.NullMarked;
