@NullMarked
package dev.fleetwright.hub.release;

import org.jspecify.annotations.NullMarked;
