/** Of several hubs one leads, by a Lease. */
@NullMarked
package dev.fleetwright.hub.election;

import org.jspecify.annotations.NullMarked;
