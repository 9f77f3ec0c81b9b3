/** The controllers of the control plane, and how they are started. */
@NullMarked
package dev.fleetwright.hub;

import org.jspecify.annotations.NullMarked;
