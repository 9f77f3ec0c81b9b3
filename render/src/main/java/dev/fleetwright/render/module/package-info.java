/** Modules and their components, as written and flattened. */
@NullMarked
package dev.fleetwright.render.module;

import org.jspecify.annotations.NullMarked;
