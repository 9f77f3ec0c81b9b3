/** What deploy/ installs, tried on a real API server. */
@NullMarked
package dev.fleetwright.cli.deploy;

import org.jspecify.annotations.NullMarked;
