/** The swarms of worlds, led through the orchestrator. */
@NullMarked
package dev.fleetwright.hub.lifecycle;

import org.jspecify.annotations.NullMarked;
