@NullMarked
package dev.fleetwright.hub.tracing;

import org.jspecify.annotations.NullMarked;
