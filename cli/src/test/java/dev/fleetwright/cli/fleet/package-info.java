@NullMarked
package dev.fleetwright.cli.fleet;

import org.jspecify.annotations.NullMarked;
