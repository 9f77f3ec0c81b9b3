/**
 * Which module satisfies which requirement in a world, and why. Start at {@link
 * dev.fleetwright.capability.CapabilityResolver} for one world, at {@link
 * dev.fleetwright.capability.FleetResolver} for many.
 */
@NullMarked
package dev.fleetwright.capability;

import org.jspecify.annotations.NullMarked;
