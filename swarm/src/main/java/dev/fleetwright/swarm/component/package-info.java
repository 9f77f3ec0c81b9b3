/** The state machine of one component: it takes settings, and tells how it is. */
@NullMarked
package dev.fleetwright.swarm.component;

import org.jspecify.annotations.NullMarked;
