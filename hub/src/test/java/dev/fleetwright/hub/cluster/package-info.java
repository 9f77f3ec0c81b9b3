@NullMarked
package dev.fleetwright.hub.cluster;

import org.jspecify.annotations.NullMarked;
