/**
 * Which release may run where and when. {@link dev.fleetwright.release.RuleEngine} narrows the
 * releases of a deployment rule by rule and chooses one; its answer carries its reasons and the
 * time at which it may change. Pure: facts come in a {@link dev.fleetwright.release.Snapshot}, the
 * time as an argument.
 */
@NullMarked
package dev.fleetwright.release;

import org.jspecify.annotations.NullMarked;
