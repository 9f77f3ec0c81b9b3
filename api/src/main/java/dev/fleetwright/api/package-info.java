/**
 * The kinds as the Kubernetes client sees them: thin shells around the records that the cores own.
 */
@NullMarked
package dev.fleetwright.api;

import org.jspecify.annotations.NullMarked;
