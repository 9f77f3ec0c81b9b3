/** The commands around the embedded API server alone: run it, back it up, put a backup back. */
@NullMarked
package dev.fleetwright.cli.apiserver;

import org.jspecify.annotations.NullMarked;
