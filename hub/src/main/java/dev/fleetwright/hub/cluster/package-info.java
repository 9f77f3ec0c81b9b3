/** Sees to it that every cluster of the inventory has a mailbox. */
@NullMarked
package dev.fleetwright.hub.cluster;

import org.jspecify.annotations.NullMarked;
