/** Worlds, games, manifests and bindings from YAML and JSON texts, with every problem's place. */
@NullMarked
package dev.fleetwright.capability.reading;

import org.jspecify.annotations.NullMarked;
