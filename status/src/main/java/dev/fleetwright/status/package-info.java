/**
 * What many clusters report about one object, combined into one small table. Start at {@link
 * dev.fleetwright.status.ResultTable#combine}; {@link dev.fleetwright.status.LiveTable} is the same
 * computation kept up to date one row at a time.
 */
@NullMarked
package dev.fleetwright.status;

import org.jspecify.annotations.NullMarked;
