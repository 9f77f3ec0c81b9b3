/**
 * Which cluster gets which object, and why. Start at {@link
 * dev.fleetwright.placement.Placement#place}; {@link dev.fleetwright.placement.LivePlacement} is
 * the same decision kept up to date one change at a time.
 */
@NullMarked
package dev.fleetwright.placement;

import org.jspecify.annotations.NullMarked;
