/**
 * The kinds of {@code game.platform/v1alpha1} as records: spec, status, and the metadata that the
 * resolver reads. Only what the resolver cannot do without is required.
 */
@NullMarked
package dev.fleetwright.capability.kinds;

import org.jspecify.annotations.NullMarked;
