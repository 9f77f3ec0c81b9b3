/** The fleetwright command. */
@NullMarked
package dev.fleetwright.cli;

import org.jspecify.annotations.NullMarked;
