/** Choosing and foreseeing releases from files: select, forecast, rules. */
@NullMarked
package dev.fleetwright.cli.release;

import org.jspecify.annotations.NullMarked;
