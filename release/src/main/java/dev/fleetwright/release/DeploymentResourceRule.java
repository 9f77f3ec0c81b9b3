package dev.fleetwright.release;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One rule. Configured when it is made, without state afterwards, about a single concern. It gets
 * the candidates that the rules before it left and returns <em>all</em> of them that it accepts.
 */
public interface DeploymentResourceRule {

  /** What policies, bypasses and traces call it; unless a policy names it, its type. */
  String name();

  /** The kind of rule, such as {@code TimeWindow}. */
  default String type() {
    return name();
  }

  /** The candidates that it accepts. Must not accept what is no candidate. */
  DeploymentResourceRuleResult filter(DeploymentResourceContext context, Releases candidates);

  /**
   * Whether what it says about one release can depend on which others are candidates. Only then can
   * its place among the rules matter, and the trace looks whether it does.
   */
  default boolean comparesCandidates() {
    return true;
  }

  /** The facts that it reads; an evaluation is repeated when one of them changes. */
  default Set<Fact> reads() {
    return Set.of(Fact.values());
  }

  /** Whether a change at another target can change its answer for this one. */
  default boolean isTouchedBy(Target self, Target other) {
    return reads().contains(Fact.JOBS) || reads().contains(Fact.HEALTH);
  }

  /** How it marks sequential releases; null when that is not its concern. */
  default @Nullable Sequential sequential() {
    return null;
  }
}
