/** Visits to the control plane: hearing what is said on it, and speaking. */
@NullMarked
package dev.fleetwright.cli.bus;

import org.jspecify.annotations.NullMarked;
