/** The one reconciler of worlds: bindings, releases, works, lifecycle, status. */
@NullMarked
package dev.fleetwright.hub.world;

import org.jspecify.annotations.NullMarked;
