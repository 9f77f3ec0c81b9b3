/** Routing keys and envelopes as types, and the AsyncAPI file that both are checked against. */
@NullMarked
package dev.fleetwright.swarm.protocol;

import org.jspecify.annotations.NullMarked;
