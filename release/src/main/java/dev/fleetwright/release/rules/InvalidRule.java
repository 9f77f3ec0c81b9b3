package dev.fleetwright.release.rules;

import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.DeploymentResourceRule;
import dev.fleetwright.release.DeploymentResourceRuleResult;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Releases;
import java.util.Set;

/**
 * Stands in for a rule that could not be read: it lets nothing pass, for nobody knows what it asks.
 */
public final class InvalidRule implements DeploymentResourceRule {

  private final String name;
  private final String type;

  public InvalidRule(String name, String type) {
    this.name = name;
    this.type = type;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String type() {
    return type;
  }

  @Override
  public boolean comparesCandidates() {
    return false;
  }

  @Override
  public Set<Fact> reads() {
    return Set.of();
  }

  @Override
  public DeploymentResourceRuleResult filter(
      DeploymentResourceContext context, Releases candidates) {
    Narrowing answer = new Narrowing(context, candidates);
    answer.removeAll(candidates);
    if (answer.explains()) {
      answer.becauseAll(
          candidates,
          Reason.of("invalid-configuration", "the configuration of this rule is invalid")
              .action("correct the policy"));
    }
    return answer.result();
  }
}
