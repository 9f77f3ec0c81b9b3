/** What every command shares: streams, colours, exit codes, tables, machine-readable output. */
@NullMarked
package dev.fleetwright.cli.terminal;

import org.jspecify.annotations.NullMarked;
