package dev.fleetwright.release.policy;

import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.ValueType;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.release.DeploymentResourceRule;
import dev.fleetwright.release.Policy;
import dev.fleetwright.release.Ranking;
import dev.fleetwright.release.TargetSelector;
import dev.fleetwright.release.kinds.RankingSpec;
import dev.fleetwright.release.kinds.ReleasePolicySpec;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.rules.CelRanking;
import dev.fleetwright.release.rules.Expressions;
import dev.fleetwright.release.rules.InvalidRule;
import dev.fleetwright.release.rules.RuleTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a policy of what was written, and fails closed where it cannot. */
public final class PolicyReader {

  private PolicyReader() {}

  /**
   * A policy that can be used whatever is wrong with it: a rule that could not be read lets nothing
   * pass, and a selector that could not be read selects everything.
   *
   * @param problems gets what is wrong, with paths from the object's root
   */
  public static Policy read(String name, ReleasePolicySpec spec, List<Problem> problems) {
    List<Problem> ofSelector = new ArrayList<>();
    TargetSelector selector = Selectors.read(spec.selector(), "spec.selector", ofSelector);
    problems.addAll(ofSelector);
    List<DeploymentResourceRule> rules = new ArrayList<>();
    for (int i = 0; i < spec.rules().size(); i++) {
      rules.add(rule(spec.rules().get(i), "spec.rules[" + i + "]", problems));
    }
    Integer priority = spec.priority();
    return new Policy(
        name,
        priority == null ? 0 : priority,
        ofSelector.isEmpty() ? selector : TargetSelector.ALL,
        rules,
        ranking(spec.ranking(), problems));
  }

  /** One rule; one that lets nothing pass when it is wrong. */
  public static DeploymentResourceRule rule(
      Map<String, ? extends @Nullable Object> written, String path, List<Problem> problems) {
    Options options = new Options(written, path, problems);
    String typeName = options.text("type");
    if (typeName == null) {
      if (!options.has("type")) {
        options.problem(
            "missing-option",
            "type",
            "the rule has no type",
            "use " + String.join(", ", RuleTypes.names()));
      }
      return new InvalidRule("(no type)", "(no type)");
    }
    RuleType type = RuleTypes.find(typeName).orElse(null);
    if (type == null) {
      options.problem(
          "unknown-rule-type",
          "type",
          "there is no rule type \"" + typeName + "\"",
          Suggestion.nearest(typeName, RuleTypes.names())
              .map(near -> "did you mean \"" + near + "\"?")
              .orElse("use " + String.join(", ", RuleTypes.names())));
      return new InvalidRule(typeName, typeName);
    }
    int before = problems.size();
    DeploymentResourceRule rule = type.reader().apply(options);
    options.rejectUnknown();
    return problems.size() == before ? rule : new InvalidRule(rule.name(), type.name());
  }

  private static @Nullable Ranking ranking(@Nullable RankingSpec spec, List<Problem> problems) {
    if (spec == null) {
      return null;
    }
    return switch (Expressions.compile(
        spec.expression(), ValueType.DYN, "spec.ranking.expression")) {
      case Checked.Valid<CelExpression>(CelExpression expression) -> new CelRanking(expression);
      case Checked.Invalid<CelExpression>(List<Problem> found) -> {
        problems.addAll(found);
        yield null;
      }
    };
  }
}
