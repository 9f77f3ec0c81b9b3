@NullMarked
package dev.fleetwright.cel;

import org.jspecify.annotations.NullMarked;
