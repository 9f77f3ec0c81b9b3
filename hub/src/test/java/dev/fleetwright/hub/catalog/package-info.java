@NullMarked
package dev.fleetwright.hub.catalog;

import org.jspecify.annotations.NullMarked;
