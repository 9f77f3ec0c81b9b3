/** The same decisions stepped along their wake-ups: which release reaches which target when. */
@NullMarked
package dev.fleetwright.release.forecast;

import org.jspecify.annotations.NullMarked;
