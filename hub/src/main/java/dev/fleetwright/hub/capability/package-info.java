/** Where providers answer, and how their consumers are told. */
@NullMarked
package dev.fleetwright.hub.capability;

import org.jspecify.annotations.NullMarked;
