/** Objects on disk and in memory: group commit, watch cache, event history. */
@NullMarked
package dev.fleetwright.apiserver.store;

import org.jspecify.annotations.NullMarked;
