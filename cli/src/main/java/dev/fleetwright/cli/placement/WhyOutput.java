package dev.fleetwright.cli.placement;

import dev.fleetwright.placement.ClauseVerdict;
import dev.fleetwright.placement.Cluster;
import dev.fleetwright.placement.ClusterVerdict;
import dev.fleetwright.placement.LivePlacement;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.ObjectVerdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * For each object and each cluster, which clause and selector matched or what failed first.
 *
 * @param objects one per object and policy
 * @param clusters one per cluster and policy
 */
record WhyOutput(List<ObjectVerdict> objects, List<ClusterVerdict> clusters) {

  static WhyOutput of(
      LivePlacement live, Collection<ObjectKey> objects, Collection<Cluster> clusters) {
    List<ObjectVerdict> ofObjects = new ArrayList<>();
    List<ClusterVerdict> ofClusters = new ArrayList<>();
    for (ObjectKey key : new TreeSet<>(objects)) {
      live.policies().forEach(policy -> live.why(policy, key).ifPresent(ofObjects::add));
    }
    TreeSet<String> names = new TreeSet<>();
    clusters.forEach(cluster -> names.add(cluster.name()));
    for (String name : names) {
      live.policies().forEach(policy -> live.why(policy, name).ifPresent(ofClusters::add));
    }
    return new WhyOutput(ofObjects, ofClusters);
  }

  String text() {
    StringBuilder out = new StringBuilder();
    for (ObjectVerdict verdict : objects) {
      out.append(verdict.matched() ? "✓ yes  " : "✗ no   ");
      out.append(verdict.object()).append("  by policy ").append(verdict.policy()).append('\n');
      if (verdict.refused() != null) {
        out.append("         ").append(verdict.refused()).append('\n');
      }
      for (ClauseVerdict clause : verdict.clauses()) {
        out.append("         ").append(clause.text()).append('\n');
      }
    }
    for (ClusterVerdict verdict : clusters) {
      out.append(verdict.selected() ? "✓ yes  " : "✗ no   ");
      out.append("cluster ").append(verdict.cluster());
      out.append("  by policy ").append(verdict.policy()).append('\n');
      verdict.because().forEach(line -> out.append("         ").append(line).append('\n'));
    }
    return out.toString();
  }
}
