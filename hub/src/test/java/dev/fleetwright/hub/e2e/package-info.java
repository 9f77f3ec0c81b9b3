/** The hub through its real ports: API server, broker, and an agent that plays its part. */
@NullMarked
package dev.fleetwright.hub.e2e;

import org.jspecify.annotations.NullMarked;
