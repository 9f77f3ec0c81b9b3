package dev.fleetwright.release.rules;

import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Job;
import dev.fleetwright.release.JobStatus;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Releases;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.options.Option;
import dev.fleetwright.release.options.Options;
import dev.fleetwright.release.options.RuleType;
import dev.fleetwright.release.options.Scope;
import dev.fleetwright.release.time.Micros;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A wait after a release was made, or after the last deployment to the target. At the very moment
 * that the wait is over the release passes.
 */
public final class VersionCooldownRule extends ScopedRule {

  public static final RuleType TYPE =
      new RuleType(
          "VersionCooldown",
          "a wait after a release was made, or after the target's last deployment",
          List.of(
              new Option("minutes", "minutes", "required", "how long to wait"),
              new Option(
                  "since", "creation or lastDeployment", "creation", "what the wait counts from"),
              new Option(
                  "perEnvironment",
                  "environment: minutes",
                  "",
                  "another wait for some environments; minutes may then be left out")),
          "{type: VersionCooldown, minutes: 1440, perEnvironment: {staging: 60}}",
          VersionCooldownRule::read);

  private static final int TEN_YEARS = 10 * 366 * 24 * 60;

  private final long wait;
  private final Map<String, Integer> minutesByEnvironment;
  private final boolean sinceLastDeployment;

  public VersionCooldownRule(
      String name,
      Scope scope,
      long wait,
      Map<String, Integer> minutesByEnvironment,
      boolean sinceLastDeployment) {
    super(TYPE.name(), name, scope);
    this.wait = wait;
    this.minutesByEnvironment = Map.copyOf(minutesByEnvironment);
    this.sinceLastDeployment = sinceLastDeployment;
  }

  private static VersionCooldownRule read(Options options) {
    Map<String, Integer> byEnvironment = options.counts("perEnvironment", 0, TEN_YEARS);
    long wait =
        options.has("perEnvironment")
            ? options.minutes("minutes", 0)
            : options.requiredMinutes("minutes");
    return new VersionCooldownRule(
        nameIn(options, TYPE.name()),
        options.scope(),
        wait,
        byEnvironment,
        options.choice("since", List.of("creation", "lastDeployment")).equals("lastDeployment"));
  }

  @Override
  public Set<Fact> reads() {
    return sinceLastDeployment ? Set.of(Fact.JOBS) : Set.of();
  }

  @Override
  void narrow(DeploymentResourceContext context, Releases candidates, Narrowing answer) {
    Integer own =
        minutesByEnvironment.isEmpty() ? null : minutesByEnvironment.get(context.environment());
    long cooldown = own == null ? wait : own * Micros.PER_MINUTE;
    if (sinceLastDeployment) {
      sinceLastDeployment(context, candidates, answer, cooldown);
      return;
    }
    for (int i = candidates.next(0); i >= 0; i = candidates.next(i + 1)) {
      long readyAt = Micros.plus(candidates.at(i).createdAt(), cooldown);
      if (context.now() < readyAt) {
        answer.remove(i);
        answer.changesAt(readyAt);
        if (answer.explains()) {
          answer.because(
              i, cooling("it was made", candidates.at(i).createdAt(), readyAt, cooldown));
        }
      }
    }
  }

  private static void sinceLastDeployment(
      DeploymentResourceContext context, Releases candidates, Narrowing answer, long cooldown) {
    Target target = context.target();
    if (context.lacks(Fact.JOBS) || target.lacksHistory()) {
      unknown(candidates, answer, Fact.JOBS, "when the last deployment was");
      return;
    }
    long last = Micros.ALWAYS;
    boolean any = false;
    for (Job job : target.jobs()) {
      boolean deployed =
          job.status().isRunning()
              || job.status() == JobStatus.SUCCESSFUL
              || job.status().isFailure();
      if (deployed && job.startedAt() <= context.now()) {
        boolean over = job.finishedAt() <= context.now();
        last = Math.max(last, over ? job.finishedAt() : job.startedAt());
        any = true;
      }
      answer.changesAt(job.startedAt());
      answer.changesAt(job.finishedAt());
    }
    if (any && last == Micros.ALWAYS && cooldown > 0) {
      unknown(candidates, answer, Fact.JOBS, "when the last deployment was");
      return;
    }
    long readyAt = Micros.plus(last, cooldown);
    if (any && context.now() < readyAt) {
      answer.removeAll(candidates);
      answer.changesAt(readyAt);
      if (answer.explains()) {
        answer.becauseAll(candidates, cooling("the last deployment was", last, readyAt, cooldown));
      }
    }
  }

  private static Reason cooling(String what, long since, long readyAt, long cooldown) {
    return Reason.of(
            "cooldown",
            what
                + " at "
                + Micros.text(since)
                + "; it waits "
                + Micros.durationText(cooldown)
                + " until "
                + Micros.text(readyAt))
        .with("since", Micros.text(since))
        .with("minutes", cooldown / Micros.PER_MINUTE)
        .with("readyAt", Micros.text(readyAt));
  }
}
