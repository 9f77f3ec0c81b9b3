package dev.fleetwright.apiserver.resource;

import org.jspecify.annotations.Nullable;

/**
 * Where a kind with a scale subresource keeps its numbers; paths such as {@code .spec.replicas}.
 *
 * @param selector where the label selector is, or null
 */
public record ScalePaths(String spec, String status, @Nullable String selector) {
  /** The paths of the built-in workloads. */
  public static final ScalePaths WORKLOAD =
      new ScalePaths(".spec.replicas", ".status.replicas", ".spec.selector");
}
