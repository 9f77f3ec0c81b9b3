package dev.fleetwright.release;

import java.util.Set;

/** These rules, by name or type, do not remove this release while it holds. */
public record Bypass(
    String name, TargetSelector selector, Set<String> rules, String release, Term term) {

  public Bypass {
    rules = Set.copyOf(rules);
  }

  boolean isAbout(DeploymentResourceRule rule) {
    return rules.contains(rule.name()) || rules.contains(rule.type());
  }
}
