@NullMarked
package dev.fleetwright.hub.world;

import org.jspecify.annotations.NullMarked;
