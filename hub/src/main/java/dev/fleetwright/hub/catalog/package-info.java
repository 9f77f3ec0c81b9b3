/** Catalogs of platform teams: what is rendered with beside what is built in. */
@NullMarked
package dev.fleetwright.hub.catalog;

import org.jspecify.annotations.NullMarked;
