/** The records of the kinds that decide and carry placement, as they stand in YAML. */
@NullMarked
package dev.fleetwright.placement.kinds;

import org.jspecify.annotations.NullMarked;
