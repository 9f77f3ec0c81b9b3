/** What is known about games and modules, whether or not a world uses them. */
@NullMarked
package dev.fleetwright.hub.game;

import org.jspecify.annotations.NullMarked;
