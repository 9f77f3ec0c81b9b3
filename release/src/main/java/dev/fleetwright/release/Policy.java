package dev.fleetwright.release;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules for some targets, in order, and how to choose among what they leave. */
public record Policy(
    String name,
    int priority,
    TargetSelector selector,
    List<DeploymentResourceRule> rules,
    @Nullable Ranking ranking) {

  /** Higher priority first, then by name. */
  public static final Comparator<Policy> FIRST_TO_LAST =
      Comparator.comparingInt(Policy::priority).reversed().thenComparing(Policy::name);

  public Policy {
    rules = List.copyOf(rules);
  }
}
