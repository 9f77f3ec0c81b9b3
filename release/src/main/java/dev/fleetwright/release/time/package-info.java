/** Times as numbers, windows that open and close, recurrences, and counts over time. */
@NullMarked
package dev.fleetwright.release.time;

import org.jspecify.annotations.NullMarked;
