package dev.fleetwright.placement;

import java.util.List;

/**
 * Whether a policy selects a cluster, and why.
 *
 * @param because the selector that matched, or for each selector the first condition that failed
 */
public record ClusterVerdict(
    String policy, String cluster, boolean selected, List<String> because) {

  public ClusterVerdict {
    because = List.copyOf(because);
  }
}
