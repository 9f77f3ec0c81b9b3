/** The queue that every controller works from, and the loop that works it off. */
@NullMarked
package dev.fleetwright.hub.queue;

import org.jspecify.annotations.NullMarked;
