/**
 * JSON Schema, the part that specs use: checks a value, says all that is wrong, fills in defaults.
 */
@NullMarked
package dev.fleetwright.render.schema;

import org.jspecify.annotations.NullMarked;
