/**
 * Structural schemas: one tree per kind that validates, prunes, defaults and tells how values
 * merge.
 */
@NullMarked
package dev.fleetwright.apiserver.schema;

import org.jspecify.annotations.NullMarked;
