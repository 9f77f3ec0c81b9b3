/** Commands that run a hub or an agent, and those that ask a server about the fleet. */
@NullMarked
package dev.fleetwright.cli.fleet;

import org.jspecify.annotations.NullMarked;
