/** What a hub counts and measures, and the port where others read it. */
@NullMarked
package dev.fleetwright.hub.metrics;

import org.jspecify.annotations.NullMarked;
