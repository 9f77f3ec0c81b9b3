/** JSON and YAML as trees: reading with limits, comparing, writing. */
@NullMarked
package dev.fleetwright.apiserver.json;

import org.jspecify.annotations.NullMarked;
