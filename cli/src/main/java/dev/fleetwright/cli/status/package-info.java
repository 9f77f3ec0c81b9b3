/** Trying collectors on sample rows. */
@NullMarked
package dev.fleetwright.cli.status;

import org.jspecify.annotations.NullMarked;
