package dev.fleetwright.release;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one target, first to last: what holds without a policy, then those of its policies.
 *
 * @param fixed how many at the front have a fixed place
 * @param policies for each rule the name of its policy; empty unless someone reads them
 * @param sequentials how sequential releases are marked
 */
record Plan(
    List<DeploymentResourceRule> rules,
    int fixed,
    List<String> policies,
    List<Sequential> sequentials,
    @Nullable Ranking ranking,
    List<Bypass> bypasses) {

  private static final List<Sequential> DEFAULT_SEQUENTIALS = List.of(Sequential.DEFAULT);

  static Plan of(DeploymentResourceContext context) {
    Snapshot snapshot = context.snapshot();
    List<Policy> policies = snapshot.policiesOf(context.target());
    List<Sequential> sequentials = sequentials(policies);
    List<DeploymentResourceRule> front = front(context, sequentials);
    List<DeploymentResourceRule> rules;
    if (front.isEmpty() && policies.size() == 1) {
      rules = policies.getFirst().rules();
    } else {
      rules = new ArrayList<>(front);
      policies.forEach(policy -> rules.addAll(policy.rules()));
    }
    return new Plan(
        rules,
        front.size(),
        context.explains() ? names(front.size(), policies) : List.of(),
        sequentials,
        ranking(policies),
        bypasses(context));
  }

  private static List<DeploymentResourceRule> front(
      DeploymentResourceContext context, List<Sequential> sequentials) {
    Snapshot snapshot = context.snapshot();
    Releases available = context.availableReleases();
    int newest = available.newestIndex();
    boolean future = newest >= 0 && available.at(newest).createdAt() > context.now();
    if (!future && snapshot.freezes().isEmpty() && snapshot.pins().isEmpty()) {
      return List.of();
    }
    List<DeploymentResourceRule> front = new ArrayList<>(3);
    if (future) {
      front.add(CreatedRule.INSTANCE);
    }
    if (!snapshot.freezes().isEmpty()) {
      front.add(FreezeRule.INSTANCE);
    }
    if (!snapshot.pins().isEmpty()) {
      front.add(new PinRule(sequentials));
    }
    return front;
  }

  private static List<Sequential> sequentials(List<Policy> policies) {
    List<Sequential> found = new ArrayList<>(0);
    for (Policy policy : policies) {
      for (DeploymentResourceRule rule : policy.rules()) {
        Sequential sequential = rule.sequential();
        if (sequential != null) {
          found.add(sequential);
        }
      }
    }
    return found.isEmpty() ? DEFAULT_SEQUENTIALS : found;
  }

  private static @Nullable Ranking ranking(List<Policy> policies) {
    for (Policy policy : policies) {
      if (policy.ranking() != null) {
        return policy.ranking();
      }
    }
    return null;
  }

  private static List<Bypass> bypasses(DeploymentResourceContext context) {
    List<Bypass> all = context.snapshot().bypasses();
    return all.isEmpty()
        ? all
        : all.stream().filter(b -> b.selector().matches(context.target())).toList();
  }

  private static List<String> names(int fixed, List<Policy> policies) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < fixed; i++) {
      names.add("");
    }
    policies.forEach(policy -> policy.rules().forEach(rule -> names.add(policy.name())));
    return names;
  }
}
