/** The records of the kinds that ask for, carry and combine reported state, as they are in YAML. */
@NullMarked
package dev.fleetwright.status.kinds;

import org.jspecify.annotations.NullMarked;
