@NullMarked
package dev.fleetwright.agent;

import org.jspecify.annotations.NullMarked;
