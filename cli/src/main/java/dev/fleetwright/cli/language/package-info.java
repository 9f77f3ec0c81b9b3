/** The commands for our two small languages: version ranges and CEL. */
@NullMarked
package dev.fleetwright.cli.language;

import org.jspecify.annotations.NullMarked;
