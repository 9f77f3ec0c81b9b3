package dev.fleetwright.release.options;

import dev.fleetwright.release.DeploymentResourceRule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A kind of rule: what it is called, what can be configured, and how one is made.
 *
 * @param example a rule as it stands in a policy
 * @param reader makes a rule; adds problems to the options when it cannot
 */
public record RuleType(
    String name,
    String summary,
    List<Option> options,
    String example,
    Function<Options, DeploymentResourceRule> reader) {

  /** What every rule can have. */
  public static final List<Option> COMMON =
      List.of(
          new Option("name", "text", "the type", "what traces and bypasses call it"),
          new Option("environments", "names with * and ?", "all", "only for targets in these"),
          new Option("deployments", "names with * and ?", "all", "only for these deployments"),
          new Option(
              "resources", "matchLabels, matchExpressions", "all", "only for these resources"),
          new Option("versions", "tags or ids with * and ?", "all", "only for these releases"));

  public RuleType {
    options = List.copyOf(options);
  }

  public List<Option> allOptions() {
    List<Option> all = new ArrayList<>(options);
    all.addAll(COMMON);
    return all;
  }
}
