@NullMarked
package dev.fleetwright.hub.capability;

import org.jspecify.annotations.NullMarked;
