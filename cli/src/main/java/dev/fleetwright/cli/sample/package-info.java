/** The sample swarm: its pods really run in this process, and its commands in one step. */
@NullMarked
package dev.fleetwright.cli.sample;

import org.jspecify.annotations.NullMarked;
