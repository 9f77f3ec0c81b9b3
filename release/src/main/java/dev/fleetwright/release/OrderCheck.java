package dev.fleetwright.release;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Would another order of two rules change the outcome? Found by trying: the pipeline runs again
 * with the two exchanged. Only rules that compare candidates with each other can make a difference,
 * so pairs without one between them are not tried.
 */
final class OrderCheck {

  private static final int MOST_PAIRS = 500;

  private OrderCheck() {}

  /** Two rules whose order matters here. */
  record Finding(String first, String firstPolicy, String second, String secondPolicy, Note note) {

    boolean concerns(String rule, String policy) {
      return (rule.equals(first) && policy.equals(firstPolicy))
          || (rule.equals(second) && policy.equals(secondPolicy));
    }
  }

  static List<Finding> check(DeploymentResourceContext context, Plan plan, Selection verdict) {
    List<DeploymentResourceRule> rules = plan.rules();
    List<Finding> findings = new ArrayList<>();
    DeploymentResourceContext quiet =
        new DeploymentResourceContext(
            context.snapshot(), context.target(), context.intents(), context.now(), false);
    Release chosen = verdict.chosen();
    String outcome = chosen == null ? null : chosen.id();
    int tried = 0;
    for (int i = plan.fixed(); i < rules.size(); i++) {
      boolean compares = rules.get(i).comparesCandidates();
      for (int j = i + 1; j < rules.size() && tried < MOST_PAIRS; j++) {
        compares |= rules.get(j).comparesCandidates();
        if (!compares) {
          continue;
        }
        tried++;
        List<DeploymentResourceRule> swapped = new ArrayList<>(rules);
        Collections.swap(swapped, i, j);
        String other = RuleEngine.outcome(quiet, plan, swapped);
        if (!Objects.equals(outcome, other)) {
          findings.add(
              new Finding(
                  rules.get(i).name(),
                  plan.policies().get(i),
                  rules.get(j).name(),
                  plan.policies().get(j),
                  note(rules.get(i), rules.get(j), other)));
        }
      }
    }
    return findings;
  }

  private static Note note(
      DeploymentResourceRule first, DeploymentResourceRule second, @Nullable String other) {
    return new Note(
        "order-matters",
        "with "
            + second.name()
            + " before "
            + first.name()
            + (other == null ? " nothing would be allowed" : " it would be " + other));
  }
}
