/** Spans of what a hub does, for whoever collects them. */
@NullMarked
package dev.fleetwright.hub.tracing;

import org.jspecify.annotations.NullMarked;
