package dev.fleetwright.release.policy;

import dev.fleetwright.model.Problem;
import dev.fleetwright.release.Glob;
import dev.fleetwright.release.LabelSelector;
import dev.fleetwright.release.LabelSelector.Condition;
import dev.fleetwright.release.LabelSelector.Operator;
import dev.fleetwright.release.TargetSelector;
import dev.fleetwright.release.kinds.LabelRequirement;
import dev.fleetwright.release.kinds.LabelSelectorSpec;
import dev.fleetwright.release.kinds.TargetSelectorSpec;
import dev.fleetwright.release.options.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Selectors as written become selectors that match. */
final class Selectors {

  private Selectors() {}

  static TargetSelector read(
      @Nullable TargetSelectorSpec spec, String path, List<Problem> problems) {
    if (spec == null) {
      return TargetSelector.ALL;
    }
    return new TargetSelector(
        Glob.of(spec.environments()),
        Glob.of(spec.deployments()),
        Glob.of(spec.targets()),
        Glob.of(spec.worlds()),
        labels(spec.resources(), path + ".resources", problems));
  }

  private static LabelSelector labels(
      @Nullable LabelSelectorSpec spec, String path, List<Problem> problems) {
    if (spec == null) {
      return LabelSelector.ALL;
    }
    List<Condition> conditions = new ArrayList<>();
    spec.matchLabels()
        .forEach((key, value) -> conditions.add(new Condition(key, Operator.IN, Set.of(value))));
    for (int i = 0; i < spec.matchExpressions().size(); i++) {
      LabelRequirement wanted = spec.matchExpressions().get(i);
      Options.condition(
              wanted.key(),
              wanted.operator(),
              wanted.values(),
              path + ".matchExpressions[" + i + "]",
              problems)
          .ifPresent(conditions::add);
    }
    return new LabelSelector(conditions);
  }
}
