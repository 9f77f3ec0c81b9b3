/**
 * The commands about swarms: {@code swarm order}, {@code validate}, {@code start}, {@code watch}, …
 */
@NullMarked
package dev.fleetwright.cli.swarm;

import org.jspecify.annotations.NullMarked;
