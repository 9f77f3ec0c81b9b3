/** Renderers: the form in which objects leave. */
@NullMarked
package dev.fleetwright.render.output;

import org.jspecify.annotations.NullMarked;
