@NullMarked
package dev.fleetwright.hub.why;

import org.jspecify.annotations.NullMarked;
