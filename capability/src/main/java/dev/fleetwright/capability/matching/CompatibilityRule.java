package dev.fleetwright.capability.matching;

import dev.fleetwright.capability.kinds.RequiredCapability;
import java.util.ArrayList;
import java.util.List;

/**
 * One thing that a provider must fulfil to be a candidate for a requirement. The rules run in the
 * order of {@link #ALL}; the first that does not admit a provider is the reason it is given.
 *
 * <p>A sound requirement is a precondition: nobody asks a rule about a broken one.
 */
public sealed interface CompatibilityRule
    permits SoundRule,
        ScopeRule,
        VersionRule,
        MultiplicityRule,
        FeatureRule,
        LatencyRule,
        TickRateRule,
        DeterminismRule {

  List<CompatibilityRule> ALL =
      List.of(
          new SoundRule(),
          new ScopeRule(),
          new VersionRule(),
          new MultiplicityRule(),
          new FeatureRule(),
          new LatencyRule(),
          new TickRateRule(),
          new DeterminismRule());

  /** The rules that matter to a requirement, in their order. */
  static List<CompatibilityRule> concerning(RequiredCapability wanted) {
    List<CompatibilityRule> concerning = new ArrayList<>(ALL.size());
    for (CompatibilityRule rule : ALL) {
      if (rule.concerns(wanted)) {
        concerning.add(rule);
      }
    }
    return List.copyOf(concerning);
  }

  /** A stable name in kebab case, such as {@code scope}. */
  String code();

  /** Whether this rule can turn a provider away at all; one that cannot is not asked. */
  boolean concerns(RequiredCapability wanted);

  boolean admits(Need need, Provision provision);

  /** What the requirement asks, such as {@code scope world}. */
  String wanted(Need need);

  /** What the provider has instead, such as {@code scope cluster}. */
  String actual(Need need, Provision provision);

  /** The smallest change that would make this rule admit the provider. */
  String fix(Need need, Provision provision);
}
