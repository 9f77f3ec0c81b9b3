/** Finds mistakes in objects before they are stored. */
@NullMarked
package dev.fleetwright.hub.admission;

import org.jspecify.annotations.NullMarked;
