package dev.fleetwright.release.rules;

import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.DeploymentResourceRule;
import dev.fleetwright.release.DeploymentResourceRuleResult;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.options.Scope;

/** A rule that may be limited to some targets and releases; the rest passes untouched. */
abstract class ScopedRule implements DeploymentResourceRule {

  private final String type;
  private final String name;
  private final Scope scope;

  ScopedRule(String type, String name, Scope scope) {
    this.type = type;
    this.name = name;
    this.scope = scope;
  }

  static String nameIn(Options options, String type) {
    return options.text("name", type);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String type() {
    return type;
  }

  @Override
  public boolean comparesCandidates() {
    return false;
  }

  @Override
  public boolean isTouchedBy(Target self, Target other) {
    return false;
  }

  final boolean isAbout(Target target) {
    return scope.matches(target);
  }

  @Override
  public final DeploymentResourceRuleResult filter(
      DeploymentResourceContext context, Releases candidates) {
    if (candidates.isEmpty() || !scope.matches(context.target())) {
      return DeploymentResourceRuleResult.all(candidates);
    }
    Narrowing answer = new Narrowing(context, candidates);
    narrow(context, scope.of(candidates), answer);
    return answer.result();
  }

  /** Removes from the candidates in scope what the rule does not accept. */
  abstract void narrow(DeploymentResourceContext context, Releases candidates, Narrowing answer);

  /** A fact that is needed and absent blocks. */
  static void unknown(Releases candidates, Narrowing answer, Fact fact, String what) {
    answer.removeAll(candidates);
    if (answer.explains()) {
      answer.becauseAll(candidates, unknownReason(fact, what));
    }
  }

  static Reason unknownReason(Fact fact, String what) {
    return Reason.of("unknown", "unknown: " + what)
        .with("fact", fact.name().toLowerCase(java.util.Locale.ROOT))
        .action("supply the missing facts");
  }
}
