@NullMarked
package dev.fleetwright.hub.placement;

import org.jspecify.annotations.NullMarked;
