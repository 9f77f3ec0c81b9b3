package dev.fleetwright.placement;

import java.util.Collection;
import java.util.List;

/** All policies, each name once. */
public record Policies(List<Policy> policies) {

  public Policies {
    policies = List.copyOf(policies);
  }

  public static Policies of(Collection<Policy> policies) {
    return new Policies(List.copyOf(policies));
  }
}
