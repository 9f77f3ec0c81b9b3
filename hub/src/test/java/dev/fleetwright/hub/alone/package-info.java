@NullMarked
package dev.fleetwright.hub.alone;

import org.jspecify.annotations.NullMarked;
