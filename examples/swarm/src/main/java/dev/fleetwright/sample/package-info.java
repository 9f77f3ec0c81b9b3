/** A generator, a processor and a sink: three components that can be copied. */
@NullMarked
package dev.fleetwright.sample;

import org.jspecify.annotations.NullMarked;
