package dev.fleetwright.placement;

import dev.fleetwright.placement.kinds.Modulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A policy made ready for matching. */
final class CompiledPolicy {

  private final Policy policy;
  private final List<Selector> clusterSelectors;
  private final List<Clause> clauses = new ArrayList<>();

  CompiledPolicy(Policy policy) {
    this.policy = policy;
    this.clusterSelectors = Selector.all(policy.spec().clusterSelectors());
    for (int i = 0; i < policy.spec().downsync().size(); i++) {
      clauses.add(new Clause(i, policy.spec().downsync().get(i)));
    }
  }

  Policy policy() {
    return policy;
  }

  boolean readsNamespaceLabels() {
    return clauses.stream().anyMatch(Clause::readsNamespaceLabels);
  }

  /** What all matching clauses ask for together; null when none matches. */
  @Nullable Modulation match(WorkloadObject object, Map<String, String> namespaceLabels) {
    Modulation together = null;
    for (Clause clause : clauses) {
      if (clause.matches(object, namespaceLabels)) {
        together = together == null ? clause.modulation() : together.and(clause.modulation());
      }
    }
    return together;
  }

  boolean selects(Cluster cluster) {
    for (Selector selector : clusterSelectors) {
      if (selector.matches(cluster.labels())) {
        return true;
      }
    }
    return false;
  }

  ObjectVerdict explain(WorkloadObject object, Map<String, String> namespaceLabels) {
    Optional<String> never = NeverDownsynced.refusal(object);
    if (never.isPresent()) {
      return new ObjectVerdict(policy.name(), object.key(), false, never.get(), List.of());
    }
    List<ClauseVerdict> verdicts =
        clauses.stream().map(clause -> clause.verdict(object, namespaceLabels)).toList();
    return new ObjectVerdict(
        policy.name(),
        object.key(),
        verdicts.stream().anyMatch(ClauseVerdict::matched),
        clauses.isEmpty() ? "the policy has no clause in spec.downsync" : null,
        verdicts);
  }

  ClusterVerdict explain(Cluster cluster) {
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < clusterSelectors.size(); i++) {
      Optional<String> failure = clusterSelectors.get(i).failure(cluster.labels());
      String at = "clusterSelectors[" + i + "]";
      if (failure.isEmpty()) {
        return new ClusterVerdict(
            policy.name(),
            cluster.name(),
            true,
            List.of(at + " selects " + clusterSelectors.get(i)));
      }
      failures.add(at + " failed: " + failure.get());
    }
    if (clusterSelectors.isEmpty()) {
      failures.add("the policy has no clusterSelectors, so it selects no cluster");
    }
    return new ClusterVerdict(policy.name(), cluster.name(), false, failures);
  }
}
