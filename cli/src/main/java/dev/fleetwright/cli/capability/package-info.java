/** The command that resolves worlds from files. */
@NullMarked
package dev.fleetwright.cli.capability;

import org.jspecify.annotations.NullMarked;
