/** CEL compiled once, evaluated often, bounded. */
@NullMarked
package dev.fleetwright.cel;

import org.jspecify.annotations.NullMarked;
