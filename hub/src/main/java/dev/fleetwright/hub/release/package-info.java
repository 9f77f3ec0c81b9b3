/** Chooses releases for the targets of worlds, and records each decision. */
@NullMarked
package dev.fleetwright.hub.release;

import org.jspecify.annotations.NullMarked;
