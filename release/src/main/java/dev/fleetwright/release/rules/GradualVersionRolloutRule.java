package dev.fleetwright.release.rules;

import dev.fleetwright.release.DeploymentResourceContext;
import dev.fleetwright.release.Fact;
import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Freeze;
import dev.fleetwright.release.Intents.Intent;
import dev.fleetwright.release.Job;
import dev.fleetwright.release.Narrowing;
import dev.fleetwright.release.Pin;
import dev.fleetwright.release.Reason;
import dev.fleetwright.release.Release;
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
 * A new release reaches the targets of a deployment in an environment little by little. A target
 * that runs the release already keeps it, whatever happens to the rollout; too many failures stop
 * it for all others.
 */
public final class GradualVersionRolloutRule extends ScopedRule {

  public static final RuleType TYPE =
      new RuleType(
          "GradualVersionRollout",
          "a release reaches the targets of an environment little by little",
          List.of(
              new Option("mode", "rate, order or waves", "required", "how it goes on"),
              new Option("targets", "number", "", "rate: so many targets …"),
              new Option("percent", "1 to 100", "", "rate: … or such a share of them …"),
              new Option("periodMinutes", "minutes", "", "rate: … in any time of this length"),
              new Option(
                  "curve",
                  "linear, normalised or exponential",
                  "linear",
                  "order: position × interval; position ÷ N × total; total × (1 − e^(−x/growth))"),
              new Option("intervalMinutes", "minutes", "", "order, linear: between two targets"),
              new Option("totalMinutes", "minutes", "", "order, the others: the whole rollout"),
              new Option("growth", "number", "", "order, exponential: in positions, more than 0"),
              new Option(
                  "start",
                  "firstDeployment or creation",
                  "firstDeployment",
                  "order: what the times count from; firstDeployment is not front-loaded when a"
                      + " window was closed for long"),
              new Option(
                  "waves",
                  "list",
                  "",
                  "waves: each with a name, targets or resources that select, soakMinutes, and"
                      + " percent of it that must succeed (100); one without selection takes all"),
              new Option("maxFailures", "number", "no limit", "stops when more targets fail"),
              new Option("maxFailurePercent", "0 to 100", "no limit", "stops above this share")),
          "{type: GradualVersionRollout, mode: waves, maxFailures: 1, waves: [{name: canary,"
              + " resources: {matchLabels: {ring: canary}}, soakMinutes: 60}, {name: rest}]}",
          GradualVersionRolloutRule::read);

  private static final int MOST = 1_000_000;

  private record WaveKey(GradualVersionRolloutRule rule, String deployment, String environment) {}

  private final Pace pace;
  private final @Nullable Integer maxFailures;
  private final @Nullable Integer maxFailurePercent;

  public GradualVersionRolloutRule(
      String name,
      Scope scope,
      Pace pace,
      @Nullable Integer maxFailures,
      @Nullable Integer maxFailurePercent) {
    super(TYPE.name(), name, scope);
    this.pace = pace;
    this.maxFailures = maxFailures;
    this.maxFailurePercent = maxFailurePercent;
  }

  private static GradualVersionRolloutRule read(Options options) {
    return new GradualVersionRolloutRule(
        nameIn(options, TYPE.name()),
        options.scope(),
        PaceOptions.read(options),
        options.whole("maxFailures", 0, MOST),
        options.whole("maxFailurePercent", 0, 100));
  }

  @Override
  public Set<Fact> reads() {
    return Set.of(Fact.JOBS);
  }

  @Override
  public boolean isTouchedBy(Target self, Target other) {
    return isAbout(self)
        && self.deployment().equals(other.deployment())
        && self.environment().equals(other.environment());
  }

  @Override
  void narrow(DeploymentResourceContext context, Releases candidates, Narrowing answer) {
    if (context.lacks(Fact.JOBS)) {
      unknown(candidates, answer, Fact.JOBS, "how far the rollout is");
      return;
    }
    RolloutGroup group = RolloutGroup.of(context.snapshot().fleet(), context.target());
    int current = candidates.indexOf(context.target().current());
    for (int i = candidates.next(0); i >= 0; i = candidates.next(i + 1)) {
      if (i == current) {
        continue;
      }
      if (isStopped(context, group, candidates, i, answer)) {
        answer.remove(i);
        if (answer.explains()) {
          answer.because(i, stopped(context, group, candidates, i));
        }
      } else {
        switch (pace) {
          case Pace.Rate rate -> rate(context, group, candidates, i, answer, rate);
          case Pace.Ordered ordered -> ordered(context, group, candidates, i, answer, ordered);
          case Pace.Waves waves -> waves(context, candidates, i, answer, waves);
        }
      }
    }
  }

  /** A target that has begun with the release has its place in the rollout, also for a retry. */
  private static boolean hasBegun(
      DeploymentResourceContext context, String release, Narrowing answer) {
    List<Job> jobs = context.target().jobs();
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      if (job.release().equals(release)) {
        if (job.startedAt() <= context.now()) {
          return true;
        }
        answer.changesAt(job.startedAt());
      }
    }
    return false;
  }

  private boolean isStopped(
      DeploymentResourceContext context,
      RolloutGroup group,
      Releases candidates,
      int index,
      Narrowing answer) {
    if (maxFailures == null && maxFailurePercent == null) {
      return false;
    }
    Timeline failing = group.failing(candidates).at(index);
    answer.changesAt(failing.nextChangeAfter(context.now()));
    int failures = failing.countAt(context.now());
    return (maxFailures != null && failures > maxFailures)
        || (maxFailurePercent != null
            && (long) failures * 100 > (long) maxFailurePercent * group.size());
  }

  private Reason stopped(
      DeploymentResourceContext context, RolloutGroup group, Releases candidates, int index) {
    int failures = group.failing(candidates).at(index).countAt(context.now());
    return Reason.of(
            "rollout-stopped",
            "the rollout stopped: it failed at " + failures + " of " + group.size() + " targets")
        .with("failures", failures)
        .with("targets", group.size())
        .with("maxFailures", maxFailures)
        .with("maxFailurePercent", maxFailurePercent)
        .action("repair the failed targets, or make a new release");
  }

  private static void rate(
      DeploymentResourceContext context,
      RolloutGroup group,
      Releases candidates,
      int index,
      Narrowing answer,
      Pace.Rate rate) {
    String release = candidates.at(index).id();
    Timeline starts = group.starts(candidates).at(index);
    long now = context.now();
    int limit = rate.limit(group.size());
    int intents = intents(context, release);
    int begun = starts.startsWithin(Micros.plus(now, -rate.period()), now);
    answer.changesAt(starts.nextStartAfter(now));
    if (begun + intents < limit || hasBegun(context, release, answer)) {
      return;
    }
    int older = limit - intents;
    long readyAt = Micros.plus(older > 0 ? starts.nthLastStart(now, older) : now, rate.period());
    answer.remove(index);
    answer.changesAt(readyAt);
    if (answer.explains()) {
      answer.because(
          index,
          Reason.of(
                  "rollout-rate",
                  (begun + intents)
                      + " of "
                      + limit
                      + " targets began within "
                      + Micros.durationText(rate.period())
                      + "; the next may at "
                      + Micros.text(readyAt))
              .with("limit", limit)
              .with("begun", begun + intents)
              .with("periodMinutes", rate.period() / Micros.PER_MINUTE)
              .with("readyAt", Micros.text(readyAt)));
    }
  }

  private static int intents(DeploymentResourceContext context, String release) {
    int count = 0;
    if (context.intents().isEmpty()) {
      return count;
    }
    for (Intent intent : context.intents().ofDeployment(context.deployment())) {
      if (intent.release().equals(release)
          && intent.target().environment().equals(context.environment())) {
        count++;
      }
    }
    return count;
  }

  private static void ordered(
      DeploymentResourceContext context,
      RolloutGroup group,
      Releases candidates,
      int index,
      Narrowing answer,
      Pace.Ordered ordered) {
    Release release = candidates.at(index);
    long start = start(context, group, candidates, index, ordered, answer);
    long now = context.now();
    int size = group.size();
    if (start != Micros.NEVER
        && Micros.plus(start, ordered.curve().offset(Math.max(0, size - 1), size)) <= now) {
      return; // all have had their turn: no need to know whose turn it is
    }
    if (start == Micros.NEVER) {
      String first = firstInLine(context, group, candidates, index, answer);
      if (first.equals(context.target().name())) {
        return;
      }
      answer.remove(index);
      if (answer.explains()) {
        answer.because(
            index,
            Reason.of("rollout-order", "the rollout begins with " + first)
                .with("position", group.position(context.target().name(), release.id()))
                .with("targets", size)
                .with("first", first));
      }
      return;
    }
    int position = group.position(context.target().name(), release.id());
    long readyAt = Micros.plus(start, ordered.curve().offset(position, size));
    if (now < readyAt && !hasBegun(context, release.id(), answer)) {
      answer.remove(index);
      answer.changesAt(readyAt);
      if (answer.explains()) {
        answer.because(
            index,
            Reason.of(
                    "rollout-order",
                    "it is number "
                        + (position + 1)
                        + " of "
                        + size
                        + " in the rollout and has its turn at "
                        + Micros.text(readyAt))
                .with("position", position)
                .with("targets", size)
                .with("startedAt", Micros.text(start))
                .with("readyAt", Micros.text(readyAt)));
      }
    }
  }

  /** What the turns count from; NEVER when the rollout has not begun. */
  private static long start(
      DeploymentResourceContext context,
      RolloutGroup group,
      Releases candidates,
      int index,
      Pace.Ordered ordered,
      Narrowing answer) {
    Release release = candidates.at(index);
    if (ordered.fromCreation()) {
      return release.createdAt();
    }
    long first = group.starts(candidates).at(index).firstStart();
    if (first <= context.now()) {
      return first;
    }
    answer.changesAt(first);
    if (context.intents().isEmpty()) {
      return Micros.NEVER;
    }
    for (Intent intent : context.intents().ofDeployment(context.deployment())) {
      if (intent.release().equals(release.id())
          && intent.target().environment().equals(context.environment())) {
        return intent.at();
      }
    }
    return Micros.NEVER;
  }

  /**
   * Who has to begin: the first in the order that is not held by a freeze or a pin, for those would
   * hold up all others; the first of all when everyone is held.
   */
  private static String firstInLine(
      DeploymentResourceContext context,
      RolloutGroup group,
      Releases candidates,
      int index,
      Narrowing answer) {
    Target first = group.firsts(candidates).at(index);
    String release = candidates.at(index).id();
    if (!isHeld(context, first, release, answer)) {
      return first.name();
    }
    for (Target target : group.inOrder(release)) {
      if (!isHeld(context, target, release, answer)) {
        return target.name();
      }
    }
    return first.name();
  }

  private static boolean isHeld(
      DeploymentResourceContext context, Target target, String release, Narrowing answer) {
    if (context.snapshot().freezes().isEmpty() && context.snapshot().pins().isEmpty()) {
      return false;
    }
    boolean held = false;
    for (Freeze freeze : context.snapshot().freezes()) {
      if (freeze.selector().matches(target)) {
        answer.changesAt(freeze.term().changesAfter(context.now()));
        held |= freeze.term().holdsAt(context.now());
      }
    }
    for (Pin pin : context.snapshot().pins()) {
      if (!pin.release().equals(release) && pin.selector().matches(target)) {
        answer.changesAt(pin.term().changesAfter(context.now()));
        held |= pin.term().holdsAt(context.now());
      }
    }
    return held;
  }

  private record WaveState(Pace.Wave wave, Soaked soaked) {}

  private void waves(
      DeploymentResourceContext context,
      Releases candidates,
      int index,
      Narrowing answer,
      Pace.Waves waves) {
    List<WaveState> states = waveStates(context, waves);
    String release = candidates.at(index).id();
    for (WaveState state : states) {
      if (state.wave.selector().matches(context.target())) {
        return;
      }
      int needed = state.soaked.share(state.wave.percent());
      Timeline timeline = state.soaked.in(candidates).at(index);
      if (timeline.countAt(context.now()) < needed) {
        answer.changesAt(timeline.reaches(context.now(), needed));
        if (hasBegun(context, release, answer)) {
          return;
        }
        answer.remove(index);
        if (answer.explains()) {
          answer.because(index, waiting(context, state, candidates, index, needed));
        }
        return;
      }
      answer.changesAt(timeline.fallsBelow(context.now(), needed));
    }
    if (hasBegun(context, release, answer)) {
      return;
    }
    answer.remove(index);
    if (answer.explains()) {
      answer.because(
          index,
          Reason.of("rollout-no-wave", "no wave selects the target")
              .action("add a last wave without a selection"));
    }
  }

  private static Reason waiting(
      DeploymentResourceContext context,
      WaveState state,
      Releases candidates,
      int index,
      int needed) {
    String release = candidates.at(index).id();
    int reached = state.soaked.in(candidates).at(index).countAt(context.now());
    int unknownAge = state.soaked.ofUnknownAge().getOrDefault(release, 0);
    String soak = state.wave.soak() > 0 ? " for " + Micros.durationText(state.wave.soak()) : "";
    return Reason.of(
            unknownAge > 0 ? "unknown" : "rollout-wave",
            (unknownAge > 0 ? "unknown: " : "")
                + "wave "
                + state.wave.name()
                + " comes first: it runs well"
                + soak
                + " at "
                + reached
                + " of "
                + needed
                + " targets needed there"
                + (unknownAge > 0 ? ", at " + unknownAge + " since an unknown time" : ""))
        .with("wave", state.wave.name())
        .with("reached", reached)
        .with("needed", needed)
        .with("soakMinutes", state.wave.soak() / Micros.PER_MINUTE);
  }

  private List<WaveState> waveStates(DeploymentResourceContext context, Pace.Waves waves) {
    Fleet fleet = context.snapshot().fleet();
    return fleet.derived(
        new WaveKey(this, context.deployment(), context.environment()),
        () -> {
          List<Target> rest =
              new ArrayList<>(fleet.group(context.deployment(), context.environment()));
          List<WaveState> states = new ArrayList<>();
          for (Pace.Wave wave : waves.waves()) {
            List<Target> members =
                rest.stream().filter(t -> wave.selector().matches(t) && isAbout(t)).toList();
            rest.removeIf(t -> wave.selector().matches(t));
            states.add(new WaveState(wave, Soaked.of(members, wave.soak(), false)));
          }
          return List.copyOf(states);
        });
  }
}
