package dev.fleetwright.placement;

import dev.fleetwright.placement.kinds.BindingPolicySpec;

/**
 * A BindingPolicy.
 *
 * @param uid empty when no server gave it one
 */
public record Policy(String name, String uid, BindingPolicySpec spec) {}
