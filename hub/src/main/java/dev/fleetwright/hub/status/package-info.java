/** What clusters report about the objects of worlds, combined. */
@NullMarked
package dev.fleetwright.hub.status;

import org.jspecify.annotations.NullMarked;
