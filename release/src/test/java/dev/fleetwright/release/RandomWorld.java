package dev.fleetwright.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Problem;
import dev.fleetwright.release.policy.PolicyReader;
import dev.fleetwright.release.time.Micros;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Small fleets made from a seed: every rule, every kind of hold, ties and gaps. */
final class RandomWorld {

  static final long START = Micros.of(Instant.parse("2026-03-06T00:00:00Z"));
  static final long HOUR = 60 * Micros.PER_MINUTE;

  /** One of each kind, and more. */
  static final List<String> RULES =
      List.of(
          "{type: SequentialUpgrade}",
          "{type: SequentialUpgrade, orderBy: sequence, sequenceKey: n}",
          "{type: TimeWindow, timezone: America/New_York, windows: [{from: '20:00', to: '04:30'}]}",
          "{type: TimeWindow, mode: deny, windows: [{days: [Sat], from: '10:00', to: '12:00'}]}",
          "{type: TimeWindow, windows: [{recurrence: 'FREQ=HOURLY;BYMINUTE=0', durationMinutes:"
              + " 25}]}",
          "{type: ApprovalRequired}",
          "{type: ApprovalRequired, count: 2, expiresAfterMinutes: 600}",
          "{type: ApprovalRequired, byGroup: {sre: 1}}",
          "{type: VersionCooldown, minutes: 300}",
          "{type: VersionCooldown, minutes: 90, since: lastDeployment}",
          "{type: MaintenanceWindow, windows: [{name: m, startsAt: 2026-03-06T10:00:00Z, endsAt:"
              + " 2026-03-06T15:00:00Z}]}",
          "{type: ResourceConcurrency}",
          "{type: ResourceConcurrency, perEnvironment: 1}",
          "{type: ResourceConcurrency, perDeployment: 2}",
          "{type: PreviousDeployStatus, environments: [production], dependsOn: [staging]}",
          "{type: PreviousDeployStatus, environments: [production], dependsOn: [staging],"
              + " minPercent: 40, soakMinutes: 120}",
          "{type: GradualVersionRollout, mode: rate, targets: 1, periodMinutes: 120}",
          "{type: GradualVersionRollout, mode: order, intervalMinutes: 60}",
          "{type: GradualVersionRollout, mode: order, curve: exponential, totalMinutes: 300,"
              + " growth: 2, start: creation, maxFailures: 0}",
          "{type: GradualVersionRollout, mode: waves, waves: [{name: one, targets: [t0, t1],"
              + " soakMinutes: 60}, {name: rest}]}",
          "{type: HealthBudget, metric: m, max: 0.5, maxAgeMinutes: 240}",
          "{type: HealthBudget, metric: m, max: 0.5, of: environment}",
          "{type: VersionSelector, expression: \"release.version.metadata.n != '3'\"}");

  final Random random;
  final List<Release> releases = new ArrayList<>();
  final List<Target> targets = new ArrayList<>();
  final List<DeploymentResourceRule> rules = new ArrayList<>();
  final List<Approval> approvals = new ArrayList<>();
  final List<Freeze> freezes = new ArrayList<>();
  final List<Pin> pins = new ArrayList<>();
  final List<Bypass> bypasses = new ArrayList<>();

  RandomWorld(long seed) {
    random = new Random(seed);
    int count = random.nextInt(7);
    for (int i = 0; i < count; i++) {
      Map<String, String> metadata =
          random.nextInt(3) == 0
              ? Map.of("requiresSequentialUpgrade", "true", "n", String.valueOf(random.nextInt(5)))
              : Map.of("n", String.valueOf(i));
      releases.add(
          new Release(
              "r" + i,
              "d",
              START + (random.nextInt(30) - 20) * HOUR,
              new Release.Version("1." + i, Map.of(), metadata),
              Map.of()));
    }
    int fleet = 1 + random.nextInt(4);
    for (int i = 0; i < fleet; i++) {
      targets.add(target("t" + i));
    }
    int ruleCount = random.nextInt(5);
    for (int i = 0; i < ruleCount; i++) {
      rules.add(rule(RULES.get(random.nextInt(RULES.size()))));
    }
    for (Release release : releases) {
      int said = random.nextInt(4);
      for (int i = 0; i < said; i++) {
        approvals.add(approval(release.id()));
      }
    }
    holds();
  }

  /** Rules have no state, so worlds can share them; compiling expressions anew would take long. */
  private static final Map<String, DeploymentResourceRule> KNOWN = new ConcurrentHashMap<>();

  static DeploymentResourceRule rule(String text) {
    return KNOWN.computeIfAbsent(text, RandomWorld::read);
  }

  private static DeploymentResourceRule read(String text) {
    Object written = new Load(LoadSettings.builder().build()).loadFromString(text);
    List<Problem> problems = new ArrayList<>();
    Map<String, @Nullable Object> options = new java.util.LinkedHashMap<>();
    CaseWorld.map(written).forEach((key, value) -> options.put(String.valueOf(key), value));
    DeploymentResourceRule rule = PolicyReader.rule(options, "rule", problems);
    assertThat(problems).isEmpty();
    return rule;
  }

  Snapshot snapshot() {
    return snapshot(rules);
  }

  Snapshot snapshot(List<DeploymentResourceRule> withRules) {
    Policy policy = new Policy("p", 0, TargetSelector.ALL, withRules, null);
    return Snapshot.of("r", releases, List.of(policy), Fleet.of(targets))
        .withApprovals(Approvals.of(approvals))
        .withHolds(freezes, pins, bypasses);
  }

  private Target target(String name) {
    List<Job> jobs = new ArrayList<>();
    for (Release release : releases) {
      if (random.nextInt(3) == 0) {
        long start = START + random.nextInt(20) * HOUR - 5 * HOUR;
        JobStatus status =
            List.of(
                    JobStatus.SUCCESSFUL,
                    JobStatus.SUCCESSFUL,
                    JobStatus.FAILURE,
                    JobStatus.IN_PROGRESS,
                    JobStatus.CANCELLED)
                .get(random.nextInt(5));
        jobs.add(
            new Job(
                release.id(),
                status,
                start,
                start + random.nextInt(3) * HOUR,
                random.nextBoolean()));
      }
    }
    List<Health> health = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      health.add(new Health("m", random.nextDouble(), START + random.nextInt(20) * HOUR));
    }
    return new Target(
        name,
        "",
        "d",
        random.nextInt(3) == 0 ? "staging" : "production",
        new Resource(random.nextBoolean() ? "shared" : name, Map.of()),
        someRelease(),
        someRelease(),
        jobs,
        health);
  }

  private @Nullable String someRelease() {
    return releases.isEmpty() || random.nextBoolean()
        ? null
        : releases.get(random.nextInt(releases.size())).id();
  }

  Approval approval(String release) {
    long at = START + (random.nextInt(20) - 5) * HOUR;
    return new Approval(
        release,
        random.nextInt(3) == 0 ? "staging" : null,
        null,
        "person-" + random.nextInt(3),
        random.nextBoolean() ? List.of("sre") : List.of(),
        random.nextInt(5) > 0,
        at,
        random.nextInt(3) == 0 ? at + 6 * HOUR : Micros.NEVER);
  }

  private void holds() {
    if (random.nextInt(4) == 0) {
      freezes.add(new Freeze("f", TargetSelector.ALL, term()));
    }
    if (random.nextInt(4) == 0) {
      pins.add(new Pin("p", TargetSelector.ALL, "r" + random.nextInt(4), term()));
    }
    if (random.nextInt(3) == 0) {
      bypasses.add(
          new Bypass(
              "b",
              TargetSelector.ALL,
              Set.of("Freeze", "TimeWindow", "ApprovalRequired"),
              "r" + random.nextInt(4),
              term()));
    }
  }

  private Term term() {
    long start = START + random.nextInt(12) * HOUR;
    return new Term("a", "r", start, start + (1 + random.nextInt(8)) * HOUR);
  }
}
