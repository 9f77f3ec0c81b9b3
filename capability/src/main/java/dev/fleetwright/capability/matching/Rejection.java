package dev.fleetwright.capability.matching;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rule that a provider did not pass, and the two values that did not fit.
 *
 * @param rule code of the rule, such as {@code scope}
 * @param fix the smallest change that would make this rule pass
 */
public record Rejection(String rule, String wanted, String actual, String fix) {

  /** The first rule that the provider fails; null when it passes all. */
  static @Nullable CompatibilityRule firstFailed(Need need, Provision provision) {
    List<CompatibilityRule> rules = need.rules();
    for (int i = 0; i < rules.size(); i++) {
      CompatibilityRule rule = rules.get(i);
      if (!rule.admits(need, provision)) {
        return rule;
      }
    }
    return null;
  }

  static Rejection by(CompatibilityRule rule, Need need, Provision provision) {
    return new Rejection(
        rule.code(), rule.wanted(need), rule.actual(need, provision), rule.fix(need, provision));
  }
}
