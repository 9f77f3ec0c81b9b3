@NullMarked
package dev.fleetwright.hub.client;

import org.jspecify.annotations.NullMarked;
