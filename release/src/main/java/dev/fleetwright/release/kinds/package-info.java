/**
 * The kinds of {@code release.fleetwright.dev/v1alpha1} as people and servers write them: no checks
 * beyond shape, times as text. What they mean is made of them in {@code release.policy}.
 */
@NullMarked
package dev.fleetwright.release.kinds;

import org.jspecify.annotations.NullMarked;
