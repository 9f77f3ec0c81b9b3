/** Values with CEL in them: ${…}. */
@NullMarked
package dev.fleetwright.render.template;

import org.jspecify.annotations.NullMarked;
