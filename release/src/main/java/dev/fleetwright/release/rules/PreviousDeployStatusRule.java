package dev.fleetwright.release.rules;

import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.PerRelease;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.options.Option;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.options.Scope;
import dev.fleetwright.release.time.Micros;
import dev.fleetwright.release.time.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A release must have gone well in other environments first. By default at every target of the same
 * deployment there.
 */
public final class PreviousDeployStatusRule extends ScopedRule {

  public static final RuleType TYPE =
      new RuleType(
          "PreviousDeployStatus",
          "a release must have gone well in other environments first",
          List.of(
              new Option("dependsOn", "environments", "required", "where it must have gone well"),
              new Option("require", "all or any", "all", "all of these environments, or one"),
              new Option("minSuccesses", "number", "", "at how many targets of an environment"),
              new Option(
                  "minPercent",
                  "1 to 100",
                  "100 if minSuccesses is not given",
                  "at what share of them, rounded up"),
              new Option("soakMinutes", "minutes", "0", "for how long it must run there already"),
              new Option(
                  "verifiedOnly", "true or false", "false", "count verified successes only")),
          "{type: PreviousDeployStatus, dependsOn: [staging], minPercent: 80, soakMinutes: 120}",
          PreviousDeployStatusRule::read);

  private static final int MOST = 1_000_000;

  private record IndexKey(PreviousDeployStatusRule rule, String deployment, String environment) {}

  private final List<String> dependsOn;
  private final boolean any;
  private final @Nullable Integer minSuccesses;
  private final @Nullable Integer minPercent;
  private final long soak;
  private final boolean verifiedOnly;

  public PreviousDeployStatusRule(
      String name,
      Scope scope,
      List<String> dependsOn,
      boolean any,
      @Nullable Integer minSuccesses,
      @Nullable Integer minPercent,
      long soak,
      boolean verifiedOnly) {
    super(TYPE.name(), name, scope);
    this.dependsOn = List.copyOf(dependsOn);
    this.any = any;
    this.minSuccesses = minSuccesses;
    this.minPercent = minPercent;
    this.soak = soak;
    this.verifiedOnly = verifiedOnly;
  }

  private static PreviousDeployStatusRule read(Options options) {
    List<String> dependsOn = options.texts("dependsOn");
    if (dependsOn.isEmpty()) {
      options.problem(
          "missing-option",
          "dependsOn",
          "no environment is named that it depends on",
          "add dependsOn: [staging]");
    }
    return new PreviousDeployStatusRule(
        nameIn(options, TYPE.name()),
        options.scope(),
        dependsOn,
        options.choice("require", List.of("all", "any")).equals("any"),
        options.whole("minSuccesses", 1, MOST),
        options.whole("minPercent", 1, 100),
        options.minutes("soakMinutes", 0),
        options.flag("verifiedOnly", false));
  }

  @Override
  public Set<Fact> reads() {
    return Set.of(Fact.JOBS);
  }

  @Override
  public boolean isTouchedBy(Target self, Target other) {
    return isAbout(self)
        && self.deployment().equals(other.deployment())
        && dependsOn.contains(other.environment());
  }

  @Override
  void narrow(DeploymentResourceContext context, Releases candidates, Narrowing answer) {
    if (context.lacks(Fact.JOBS)) {
      unknown(candidates, answer, Fact.JOBS, "how it went in " + String.join(", ", dependsOn));
      return;
    }
    // Environment by environment, so that the loop over the releases is the inner one.
    int[] good = new int[candidates.universeSize()];
    for (int e = 0; e < dependsOn.size(); e++) {
      Soaked environment = soaked(context, dependsOn.get(e));
      int needed = needed(environment);
      PerRelease.Row<Timeline> timelines = environment.in(candidates);
      for (int i = candidates.next(0); i >= 0; i = candidates.next(i + 1)) {
        if (isGood(context, environment.targets(), needed, timelines.at(i), answer)) {
          good[i]++;
        }
      }
    }
    int wanted = any ? 1 : dependsOn.size();
    for (int i = candidates.next(0); i >= 0; i = candidates.next(i + 1)) {
      if (good[i] < wanted) {
        answer.remove(i);
        if (answer.explains()) {
          answer.because(i, reason(context, candidates, i));
        }
      }
    }
  }

  private static boolean isGood(
      DeploymentResourceContext context,
      int targets,
      int needed,
      Timeline timeline,
      Narrowing answer) {
    boolean good = targets > 0 && timeline.countAt(context.now()) >= needed;
    answer.changesAt(
        good
            ? timeline.fallsBelow(context.now(), needed)
            : timeline.reaches(context.now(), needed));
    return good;
  }

  private int needed(Soaked environment) {
    if (minSuccesses == null && minPercent == null) {
      return environment.targets();
    }
    int byCount = minSuccesses == null ? 0 : minSuccesses;
    int byShare = minPercent == null ? 0 : environment.share(minPercent);
    return Math.max(byCount, byShare);
  }

  private Soaked soaked(DeploymentResourceContext context, String environment) {
    Fleet fleet = context.snapshot().fleet();
    return fleet.derived(
        new IndexKey(this, context.deployment(), environment),
        () -> Soaked.of(fleet.group(context.deployment(), environment), soak, verifiedOnly));
  }

  private Reason reason(DeploymentResourceContext context, Releases candidates, int index) {
    String release = candidates.at(index).id();
    List<String> evidence = new ArrayList<>();
    boolean nobody = false;
    boolean unknownAge = false;
    for (int e = 0; e < dependsOn.size(); e++) {
      Soaked environment = soaked(context, dependsOn.get(e));
      nobody |= environment.targets() == 0;
      int ofUnknownAge = environment.ofUnknownAge().getOrDefault(release, 0);
      unknownAge |= ofUnknownAge > 0;
      evidence.add(
          dependsOn.get(e)
              + ": "
              + environment.in(candidates).at(index).countAt(context.now())
              + " of "
              + needed(environment)
              + " needed, "
              + environment.targets()
              + " targets"
              + (ofUnknownAge > 0 ? ", " + ofUnknownAge + " since an unknown time" : ""));
    }
    String soaking = soak > 0 ? " for " + Micros.durationText(soak) : "";
    String message =
        "it has not "
            + (verifiedOnly ? "been verified" : "run")
            + " well"
            + soaking
            + " in "
            + (any && dependsOn.size() > 1 ? "any of " : "")
            + String.join("; ", evidence);
    return Reason.of(
            nobody || unknownAge ? "unknown" : "previous-environment",
            nobody || unknownAge ? "unknown: " + message : message)
        .with("dependsOn", dependsOn)
        .with("require", any ? "any" : "all")
        .with("soakMinutes", soak / Micros.PER_MINUTE)
        .evidence(evidence);
  }
}
