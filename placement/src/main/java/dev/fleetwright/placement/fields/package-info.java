/** Paths to fields of objects, as CustomTransforms write them. */
@NullMarked
package dev.fleetwright.placement.fields;

import org.jspecify.annotations.NullMarked;
