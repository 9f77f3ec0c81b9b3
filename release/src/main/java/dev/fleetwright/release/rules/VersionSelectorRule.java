package dev.fleetwright.release.rules;

import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.CelResult;
import dev.fleetwright.cel.ValueType;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.DeploymentResourceRule;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Release;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.options.Option;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.options.Scope;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Only releases for which an expression is true. One that fails, or gives no answer, is no. */
public final class VersionSelectorRule extends ScopedRule {

  public static final RuleType TYPE =
      new RuleType(
          "VersionSelector",
          "only releases for which a CEL expression is true",
          List.of(
              new Option(
                  "expression",
                  "CEL",
                  "required",
                  "about release (id, createdAt, deployment, version.tag, .config, .metadata,"
                      + " variables) and target (name, world, deployment, environment, resource,"
                      + " current)")),
          "{type: VersionSelector, expression: \"release.version.metadata.channel == 'stable'\"}",
          VersionSelectorRule::read);

  private final CelExpression expression;
  private final boolean readsReleaseOnly;

  public VersionSelectorRule(String name, Scope scope, CelExpression expression) {
    super(TYPE.name(), name, scope);
    this.expression = expression;
    this.readsReleaseOnly = !expression.variables().contains("target");
  }

  private static DeploymentResourceRule read(Options options) {
    String source = options.required("expression");
    String name = nameIn(options, TYPE.name());
    Scope scope = options.scope();
    if (!options.has("expression")) {
      return new InvalidRule(name, TYPE.name());
    }
    return switch (Expressions.compile(source, ValueType.BOOL, options.pathOf("expression"))) {
      case Checked.Valid<CelExpression>(CelExpression compiled) ->
          new VersionSelectorRule(name, scope, compiled);
      case Checked.Invalid<CelExpression>(List<Problem> problems) -> {
        options.problems(problems);
        yield new InvalidRule(name, TYPE.name());
      }
    };
  }

  @Override
  public Set<Fact> reads() {
    return expression.reads().stream().anyMatch(path -> path.toString().startsWith("target"))
        ? Set.of(Fact.JOBS)
        : Set.of();
  }

  @Override
  void narrow(DeploymentResourceContext context, Releases candidates, Narrowing answer) {
    CelResult[] known =
        readsReleaseOnly
            ? candidates.derived(
                this,
                all ->
                    all.stream()
                        .map(release -> evaluate(context, release))
                        .toArray(CelResult[]::new))
            : new CelResult[0];
    for (int i = candidates.next(0); i >= 0; i = candidates.next(i + 1)) {
      CelResult result = readsReleaseOnly ? known[i] : evaluate(context, candidates.at(i));
      if (!(result instanceof CelResult.Value value && Boolean.TRUE.equals(value.value()))) {
        answer.remove(i);
        if (answer.explains()) {
          answer.because(i, reason(result));
        }
      }
    }
  }

  private CelResult evaluate(DeploymentResourceContext context, Release release) {
    return expression.evaluate(
        readsReleaseOnly
            ? Map.of("release", Expressions.of(release))
            : Map.of(
                "release", Expressions.of(release), "target", Expressions.of(context.target())));
  }

  private Reason reason(CelResult result) {
    return switch (result) {
      case CelResult.Value value when value.absence() == null && value.value() != null ->
          Reason.of("not-selected", "the selector is false: " + expression.source())
              .with("expression", expression.source());
      case CelResult.Value value ->
          Reason.of("not-selected", "the selector reads something absent: " + expression.source())
              .with("expression", expression.source());
      case CelResult.Failure failure ->
          Reason.of("selector-failed", "the selector fails: " + failure.problem().message())
              .with("expression", expression.source())
              .action("repair the selector");
    };
  }
}
