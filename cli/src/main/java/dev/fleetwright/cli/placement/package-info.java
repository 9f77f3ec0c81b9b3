/** Placing objects from files, and why. */
@NullMarked
package dev.fleetwright.cli.placement;

import org.jspecify.annotations.NullMarked;
