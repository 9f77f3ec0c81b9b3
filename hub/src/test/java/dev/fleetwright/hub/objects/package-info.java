@NullMarked
package dev.fleetwright.hub.objects;

import org.jspecify.annotations.NullMarked;
