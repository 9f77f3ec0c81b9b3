package dev.fleetwright.release.rules;

import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Health;
import dev.fleetwright.release.Lasting;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.options.Option;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.options.Scope;
import dev.fleetwright.release.time.Micros;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nothing moves while a measured value is out of bounds, or is not known. Targets where nothing
 * runs yet have nothing to measure and pass.
 */
public final class HealthBudgetRule extends ScopedRule {

  public static final RuleType TYPE =
      new RuleType(
          "HealthBudget",
          "nothing moves while a measured value is out of bounds or unknown",
          List.of(
              new Option("metric", "text", "required", "which value of status.health"),
              new Option("max", "number", "", "the largest value that is in order"),
              new Option("min", "number", "", "the smallest value that is in order"),
              new Option(
                  "of",
                  "target or environment",
                  "target",
                  "whose value: the target's, or that of each target of the deployment in its"
                      + " environment"),
              new Option(
                  "maxAgeMinutes", "minutes", "any age", "an older value is as good as none")),
          "{type: HealthBudget, metric: error-rate, max: 0.01, of: environment, maxAgeMinutes: 15}",
          HealthBudgetRule::read);

  private record Key(HealthBudgetRule rule, String deployment, String environment) {}

  private record Finding(boolean unknown, List<String> evidence) {}

  private final String metric;
  private final double min;
  private final double max;
  private final boolean ofEnvironment;
  private final long maxAge;

  public HealthBudgetRule(
      String name,
      Scope scope,
      String metric,
      double min,
      double max,
      boolean ofEnvironment,
      long maxAge) {
    super(TYPE.name(), name, scope);
    this.metric = metric;
    this.min = min;
    this.max = max;
    this.ofEnvironment = ofEnvironment;
    this.maxAge = maxAge;
  }

  private static HealthBudgetRule read(Options options) {
    Double max = options.number("max");
    Double min = options.number("min");
    Long maxAge = options.minutes("maxAgeMinutes");
    if (!options.has("max") && !options.has("min")) {
      options.problem("missing-option", "max", "there is no bound", "add max or min");
    } else if (max != null && min != null && min > max) {
      options.problem("contradiction", "min", min + " is more than max " + max, "exchange them");
    }
    return new HealthBudgetRule(
        nameIn(options, TYPE.name()),
        options.scope(),
        options.required("metric"),
        min == null ? Double.NEGATIVE_INFINITY : min,
        max == null ? Double.POSITIVE_INFINITY : max,
        options.choice("of", List.of("target", "environment")).equals("environment"),
        maxAge == null ? Micros.NEVER : maxAge);
  }

  @Override
  public Set<Fact> reads() {
    return Set.of(Fact.HEALTH);
  }

  @Override
  public boolean isTouchedBy(Target self, Target other) {
    return isAbout(self)
        && ofEnvironment
        && self.deployment().equals(other.deployment())
        && self.environment().equals(other.environment());
  }

  @Override
  void narrow(DeploymentResourceContext context, Releases candidates, Narrowing answer) {
    if (context.lacks(Fact.HEALTH)) {
      unknown(candidates, answer, Fact.HEALTH, metric);
      return;
    }
    Lasting.Answer<Finding> found =
        ofEnvironment
            ? environment(context).at(context.now())
            : look(List.of(context.target()), context.now());
    answer.changesAt(found.until());
    if (found.value().evidence.isEmpty()) {
      return;
    }
    answer.removeAll(candidates);
    if (answer.explains()) {
      answer.becauseAll(candidates, reason(found.value()));
    }
  }

  private Lasting<Finding> environment(DeploymentResourceContext context) {
    Fleet fleet = context.snapshot().fleet();
    return fleet.derived(
        new Key(this, context.deployment(), context.environment()),
        () -> {
          List<Target> group = fleet.group(context.deployment(), context.environment());
          return new Lasting<>(time -> look(group, time));
        });
  }

  /** What is wrong at these targets, and until when that holds. */
  private Lasting.Answer<Finding> look(List<Target> targets, long now) {
    List<String> evidence = new ArrayList<>();
    boolean unknown = false;
    long until = Micros.NEVER;
    for (Target target : targets) {
      if (target.current() == null) {
        continue;
      }
      @Nullable Health latest = null;
      for (Health health : target.health()) {
        if (!health.metric().equals(metric)) {
          continue;
        }
        if (health.at() > now) {
          until = Math.min(until, health.at());
        } else if (latest == null || health.at() > latest.at()) {
          latest = health;
        }
      }
      long staleAt =
          latest == null || maxAge == Micros.NEVER || latest.at() == Micros.ALWAYS
              ? Micros.NEVER
              : Micros.plus(latest.at(), maxAge);
      if (staleAt > now) {
        until = Math.min(until, staleAt);
      }
      boolean tooOld =
          latest != null
              && maxAge != Micros.NEVER
              && (latest.at() == Micros.ALWAYS || staleAt <= now);
      if (latest == null || tooOld) {
        unknown = true;
        evidence.add(target.name() + ": " + (latest == null ? "no value" : "no recent value"));
      } else if (!(latest.value() >= min && latest.value() <= max)) {
        evidence.add(target.name() + ": " + latest.value());
      }
    }
    return new Lasting.Answer<>(new Finding(unknown, List.copyOf(evidence)), until);
  }

  private Reason reason(Finding finding) {
    String first = finding.evidence.getFirst();
    String more =
        finding.evidence.size() > 1 ? " and " + (finding.evidence.size() - 1) + " more" : "";
    Reason reason =
        Reason.of(
                finding.unknown ? "unknown" : "health-budget",
                (finding.unknown ? "unknown: " : "")
                    + metric
                    + (finding.unknown ? " is not known everywhere or" : "")
                    + " is out of bounds ("
                    + first
                    + more
                    + ")")
            .with("metric", metric)
            .evidence(finding.evidence.subList(0, Math.min(10, finding.evidence.size())));
    if (max != Double.POSITIVE_INFINITY) {
      reason = reason.with("max", max);
    }
    if (min != Double.NEGATIVE_INFINITY) {
      reason = reason.with("min", min);
    }
    return reason.action("bring " + metric + " back into its bounds");
  }
}
