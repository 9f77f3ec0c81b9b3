/** JMH and side-by-side benchmarks. */
@NullMarked
package dev.fleetwright.bench;

import org.jspecify.annotations.NullMarked;
