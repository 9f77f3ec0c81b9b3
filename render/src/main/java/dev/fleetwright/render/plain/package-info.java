/**
 * Plain values (maps, lists, strings, numbers, booleans, null): paths, order, text forms, secrets.
 */
@NullMarked
package dev.fleetwright.render.plain;

import org.jspecify.annotations.NullMarked;
