package dev.fleetwright.bench;

import dev.fleetwright.model.Problem;
import dev.fleetwright.release.Approval;
import dev.fleetwright.release.Approvals;
import dev.fleetwright.release.DeploymentResourceRule;
import dev.fleetwright.release.Fleet;
import dev.fleetwright.release.Intents;
import dev.fleetwright.release.Job;
import dev.fleetwright.release.JobStatus;
import dev.fleetwright.release.Policy;
import dev.fleetwright.release.Release;
import dev.fleetwright.release.Resource;
import dev.fleetwright.release.RuleEngine;
import dev.fleetwright.release.Selection;
import dev.fleetwright.release.Snapshot;
import dev.fleetwright.release.Target;
import dev.fleetwright.release.TargetSelector;
import dev.fleetwright.release.Touched;
import dev.fleetwright.release.policy.PolicyReader;
import dev.fleetwright.release.time.Micros;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One decision over 50 releases and all eight rules, with and without its trace; then whole fleets:
 * a full pass, and the pass after one approval.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Threads(1)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ReleaseBenchmark {

  private static final long DAY = 24 * 60 * Micros.PER_MINUTE;
  private static final long START = Micros.of(Instant.parse("2026-01-01T00:00:00Z"));
  private static final int RELEASES = 50;
  private static final long NOW = START + (RELEASES + 1) * DAY + 60 * Micros.PER_MINUTE;

  /** Windows are open, most releases are approved and rolled out: every rule sees most releases. */
  private static final List<Map<String, Object>> RULES =
      List.of(
          Map.of("type", "SequentialUpgrade"),
          Map.of(
              "type", "TimeWindow",
              "timezone", "Europe/Helsinki",
              "windows", List.of(Map.of("from", "22:00", "to", "20:00"))),
          Map.of("type", "ApprovalRequired", "count", 2),
          Map.of("type", "VersionCooldown", "minutes", 2880),
          Map.of(
              "type",
              "MaintenanceWindow",
              "windows",
              List.of(
                  Map.of("startsAt", "2026-06-01T00:00:00Z", "endsAt", "2026-06-02T00:00:00Z"))),
          Map.of("type", "ResourceConcurrency", "perResource", 1, "perEnvironment", 100),
          Map.of("type", "PreviousDeployStatus", "dependsOn", List.of("staging"), "minPercent", 80),
          Map.of("type", "GradualVersionRollout", "mode", "order", "intervalMinutes", 1));

  private final Snapshot small = world(200, 1);
  private final Target target = target(small, "production");
  private final Intents none = new Intents();

  @Benchmark
  public Selection verdict() {
    return RuleEngine.select(small, target, none, NOW);
  }

  @Benchmark
  public Selection explained() {
    return RuleEngine.explain(small, target, none, NOW);
  }

  /** Full passes over fleets of growing size, then the pass after one approval. */
  static void fleet() {
    System.out.printf(
        "%nfleets: resources × deployments, every target decided once, one thread, CPU time%n");
    warmUp();
    for (int resources : new int[] {1_000, 3_750, 7_500, 15_000}) {
      pass(resources, 50);
    }
  }

  /** Until the compiler is done, so that the smallest fleet is not the slowest. */
  private static void warmUp() {
    Snapshot snapshot = world(500, 50);
    Intents none = new Intents();
    int allowed = 0;
    for (int round = 0; round < 20; round++) {
      for (Target one : snapshot.fleet().targets()) {
        allowed += RuleEngine.select(snapshot, one, none, NOW).isAllowed() ? 1 : 0;
      }
    }
    if (allowed == 0) {
      throw new IllegalStateException("nothing is allowed in the fleet of the benchmark");
    }
  }

  private static void pass(int resources, int deployments) {
    Snapshot snapshot = world(resources, deployments);
    List<Target> targets = snapshot.fleet().targets();
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    Intents none = new Intents();
    long cold = 0;
    long warm = Long.MAX_VALUE;
    long allocated = 0;
    int allowed = 0;
    for (int round = 0; round < 3; round++) {
      long bytes = threads.getCurrentThreadAllocatedBytes();
      long begin = threads.getCurrentThreadCpuTime();
      allowed = 0;
      for (Target one : targets) {
        allowed += RuleEngine.select(snapshot, one, none, NOW).isAllowed() ? 1 : 0;
      }
      long took = threads.getCurrentThreadCpuTime() - begin;
      allocated = threads.getCurrentThreadAllocatedBytes() - bytes;
      cold = round == 0 ? took : cold;
      warm = Math.min(warm, took);
    }
    System.out.printf(
        Locale.ROOT,
        "%,7d × %d = %,9d targets: first pass with indexes %,6d ms, then %,6d ms, %,9.0f/s, %,d"
            + " bytes each, %,d allowed%n",
        resources,
        deployments,
        targets.size(),
        cold / 1_000_000,
        warm / 1_000_000,
        targets.size() * 1e9 / warm,
        allocated / targets.size(),
        allowed);
    afterOneApproval(snapshot);
  }

  private static void afterOneApproval(Snapshot snapshot) {
    Approval approval = approval("d0-r" + (RELEASES - 1), "third");
    long begin = System.nanoTime();
    Snapshot after = snapshot.withApprovals(snapshot.approvals().plus(approval));
    List<Target> touched = Touched.by(after, approval);
    Intents none = new Intents();
    int allowed = 0;
    for (Target one : touched) {
      allowed += RuleEngine.select(after, one, none, NOW).isAllowed() ? 1 : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "        after one approval: %,d of %,d targets decided again in %,d µs, %,d allowed%n",
        touched.size(),
        snapshot.fleet().targets().size(),
        (System.nanoTime() - begin) / 1_000,
        allowed);
  }

  private static Target target(Snapshot snapshot, String environment) {
    return snapshot.fleet().targets().stream()
        .filter(t -> t.environment().equals(environment))
        .findFirst()
        .orElseThrow();
  }

  private static Snapshot world(int resources, int deployments) {
    List<Release> releases = new ArrayList<>();
    List<Approval> approvals = new ArrayList<>();
    List<Target> targets = new ArrayList<>(resources * deployments);
    List<Resource> machines = new ArrayList<>();
    for (int r = 0; r < resources; r++) {
      machines.add(new Resource("edge-" + r, Map.of("tier", r % 2 == 0 ? "gold" : "silver")));
    }
    for (int d = 0; d < deployments; d++) {
      List<Job> stagingJobs = new ArrayList<>();
      List<Job> jobs = new ArrayList<>();
      for (int i = 0; i < RELEASES; i++) {
        String id = "d" + d + "-r" + i;
        long createdAt = START + i * DAY;
        releases.add(release(id, "d" + d, createdAt, i % 20 == 3));
        if (i < RELEASES - 1) {
          stagingJobs.add(job(id, createdAt));
          approvals.add(approval(id, "first"));
          approvals.add(approval(id, "second"));
        }
        if (i >= RELEASES - 8 && i < RELEASES - 4) {
          jobs.add(job(id, createdAt));
        }
      }
      List<Job> ahead = new ArrayList<>(jobs);
      ahead.add(job("d" + d + "-r" + (RELEASES - 4), NOW - 120 * Micros.PER_MINUTE));
      for (int r = 0; r < resources; r++) {
        boolean staging = r % 10 == 0;
        targets.add(
            new Target(
                "d" + d + "-edge-" + r,
                "",
                "d" + d,
                staging ? "staging" : "production",
                machines.get(r),
                null,
                "d" + d + "-r" + (RELEASES - (staging ? 2 : 5)),
                staging ? stagingJobs : r % 3 == 0 ? ahead : jobs,
                List.of()));
      }
    }
    TargetSelector production =
        new TargetSelector(
            List.of(new dev.fleetwright.release.Glob("production")),
            List.of(),
            List.of(),
            List.of(),
            dev.fleetwright.release.LabelSelector.ALL);
    Policy policy = new Policy("production", 0, production, rules(), null);
    return Snapshot.of("1", releases, List.of(policy), Fleet.of(targets))
        .withApprovals(Approvals.of(approvals));
  }

  private static List<DeploymentResourceRule> rules() {
    List<Problem> problems = new ArrayList<>();
    List<DeploymentResourceRule> rules =
        RULES.stream().map(rule -> PolicyReader.rule(rule, "rule", problems)).toList();
    if (!problems.isEmpty()) {
      throw new IllegalStateException(problems.toString());
    }
    return rules;
  }

  private static Release release(String id, String deployment, long createdAt, boolean sequential) {
    return new Release(
        id,
        deployment,
        createdAt,
        new Release.Version(
            id,
            Map.of(),
            sequential ? Map.of("requiresSequentialUpgrade", "true") : Map.of("channel", "stable")),
        Map.of());
  }

  private static Job job(String release, long createdAt) {
    long at = createdAt + 60 * Micros.PER_MINUTE;
    return new Job(release, JobStatus.SUCCESSFUL, at, at + 10 * Micros.PER_MINUTE, true);
  }

  private static Approval approval(String release, String approver) {
    return new Approval(release, null, null, approver, List.of("sre"), true, START, Micros.NEVER);
  }
}
