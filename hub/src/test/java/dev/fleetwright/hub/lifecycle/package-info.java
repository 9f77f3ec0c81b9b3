@NullMarked
package dev.fleetwright.hub.lifecycle;

import org.jspecify.annotations.NullMarked;
