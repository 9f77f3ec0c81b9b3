/** How controllers read and write: caches kept by informers, and a writer that applies. */
@NullMarked
package dev.fleetwright.hub.client;

import org.jspecify.annotations.NullMarked;
