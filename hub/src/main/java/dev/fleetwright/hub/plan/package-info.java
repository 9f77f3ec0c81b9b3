/** What a hub would do if objects were changed, before anybody changes them. */
@NullMarked
package dev.fleetwright.hub.plan;

import org.jspecify.annotations.NullMarked;
