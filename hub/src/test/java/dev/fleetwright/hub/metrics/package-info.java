@NullMarked
package dev.fleetwright.hub.metrics;

import org.jspecify.annotations.NullMarked;
