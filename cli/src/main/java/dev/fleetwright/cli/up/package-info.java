/** The commands that run everything on one machine: up, demo, why. */
@NullMarked
package dev.fleetwright.cli.up;

import org.jspecify.annotations.NullMarked;
