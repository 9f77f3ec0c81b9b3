package dev.fleetwright.hub.world;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.capability.kinds.WorldInstanceStatus.Behind;
import dev.fleetwright.capability.kinds.WorldInstanceStatus.Clusters;
import dev.fleetwright.capability.kinds.WorldPhase;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the one status of a world from what every step found. A pure function. */
final class StatusComposer {

  static final String CLUSTERS_SELECTED = "ClustersSelected";
  static final String RELEASED = "Released";
  static final String RENDERED = "Rendered";
  static final String DELIVERED = "Delivered";
  static final String RUNNING = "Running";

  private static final Set<String> OURS =
      Set.of(CLUSTERS_SELECTED, RELEASED, RENDERED, DELIVERED, RUNNING);
  private static final int SHOWN_CLUSTERS = 20;
  private static final int SHOWN = 3;
  private static final int LONGEST = 1_000;

  /**
   * What every step after the bindings found.
   *
   * @param isReleased whether any module of the world has a release; without one, bindings are all
   * @param unreleased modules without a release
   * @param blocked why targets have no release although there are some
   * @param mistakes of rendering and of the rules
   * @param clusters the state at each cluster, by name
   */
  record Findings(
      WorldClusters selected,
      boolean isReleased,
      List<String> unreleased,
      List<String> blocked,
      List<String> mistakes,
      List<ClusterState> clusters) {
    Findings {
      unreleased = List.copyOf(unreleased);
      blocked = List.copyOf(blocked);
      mistakes = List.copyOf(mistakes);
      clusters = List.copyOf(clusters);
    }
  }

  private final BindingPlan plan;
  private final WorldInstance world;
  private final Findings findings;
  private final Instant now;

  private StatusComposer(BindingPlan plan, Findings findings, Instant now) {
    this.plan = plan;
    this.world = plan.world();
    this.findings = findings;
    this.now = now;
  }

  static WorldInstanceStatus compose(BindingPlan plan, Findings findings, Instant now) {
    return new StatusComposer(plan, findings, now).compose();
  }

  private WorldInstanceStatus compose() {
    WorldInstanceStatus bound = plan.status(now);
    List<Condition> conditions = new ArrayList<>();
    for (Condition condition : bound.conditions()) {
      if (!OURS.contains(condition.type())) {
        conditions.add(condition);
      }
    }
    conditions.addAll(ours());
    return new WorldInstanceStatus(
        world.metadata().generation(),
        phase(),
        message(),
        bound.shardStatuses(),
        conditions,
        findings.isReleased() || !findings.clusters().isEmpty() ? summary() : null);
  }

  private long settled() {
    return findings.clusters().stream().filter(ClusterState::settled).count();
  }

  private boolean allSettled() {
    return !findings.clusters().isEmpty() && settled() == findings.clusters().size();
  }

  private WorldPhase phase() {
    if (!plan.isResolved() || !findings.isReleased()) {
      return plan.phase();
    }
    if (!allSettled()) {
      return WorldPhase.PROVISIONING;
    }
    return world.spec().shouldRun() ? WorldPhase.RUNNING : WorldPhase.STOPPED;
  }

  private String message() {
    List<String> parts = new ArrayList<>();
    if (!plan.isResolved() || !findings.isReleased()) {
      parts.add(plan.message());
    } else {
      parts.add(progress());
      if (!findings.mistakes().isEmpty()) {
        parts.add(some(findings.mistakes()));
      }
      if (!findings.blocked().isEmpty()) {
        parts.add(some(findings.blocked()));
      }
    }
    return String.join("; ", parts);
  }

  private String progress() {
    int all = findings.clusters().size();
    return all == 0
        ? "no cluster is selected: " + findings.selected().rule()
        : settled()
            + " of "
            + all
            + (all == 1 ? " cluster " : " clusters ")
            + (world.spec().shouldRun() ? "running" : "stopped");
  }

  private List<Condition> ours() {
    List<Condition> conditions = new ArrayList<>();
    int selected = findings.selected().names().size();
    if (!findings.selected().problems().isEmpty()) {
      conditions.add(
          condition(
              CLUSTERS_SELECTED, false, "InvalidSelector", some(findings.selected().problems())));
    } else {
      conditions.add(
          condition(
              CLUSTERS_SELECTED,
              selected > 0,
              selected > 0 ? "Selected" : "NoClusters",
              selected + " by " + findings.selected().rule()));
    }
    if (!findings.isReleased()) {
      conditions.add(
          condition(RELEASED, false, "NoReleases", "no module of the world has a release"));
      return conditions;
    }
    conditions.add(released());
    conditions.add(
        findings.mistakes().isEmpty()
            ? condition(RENDERED, true, "AllRendered", "every chosen release is rendered")
            : condition(RENDERED, false, "LastGoodKept", some(findings.mistakes())));
    long delivered =
        findings.clusters().stream().filter(state -> state.delivered() != null).count();
    int all = findings.clusters().size();
    conditions.add(
        condition(
            DELIVERED,
            all > 0 && delivered == all,
            all > 0 && delivered == all ? "AllDelivered" : "Waiting",
            "works for " + delivered + " of " + all + " clusters"));
    boolean runs = world.spec().shouldRun();
    conditions.add(
        condition(
            RUNNING,
            runs && allSettled(),
            allSettled() ? runs ? "AllRunning" : "Stopped" : runs ? "Starting" : "Stopping",
            progress()));
    return conditions;
  }

  private Condition released() {
    List<String> open = new ArrayList<>();
    if (!findings.unreleased().isEmpty()) {
      open.add("without a release: " + some(findings.unreleased()));
    }
    open.addAll(findings.blocked());
    if (!findings.blocked().isEmpty()) {
      return condition(RELEASED, false, "Blocked", some(open));
    }
    return findings.unreleased().isEmpty()
        ? condition(RELEASED, true, "AllChosen", "every module has a chosen release")
        : condition(RELEASED, true, "SomeWithoutRelease", some(open));
  }

  private Clusters summary() {
    List<Behind> behind =
        findings.clusters().stream()
            .filter(state -> !state.settled())
            .limit(SHOWN_CLUSTERS)
            .map(state -> new Behind(state.cluster(), state.phase(), cut(state.message())))
            .toList();
    return new Clusters(findings.clusters().size(), (int) settled(), behind);
  }

  private Condition condition(String type, boolean holds, String reason, String message) {
    String status = holds ? "True" : "False";
    Condition before = world.status() == null ? null : world.status().condition(type);
    String since =
        before != null && before.status().equals(status) && before.lastTransitionTime() != null
            ? before.lastTransitionTime()
            : now.truncatedTo(ChronoUnit.SECONDS).toString();
    return new Condition(type, status, reason, message, world.metadata().generation(), since);
  }

  private static String some(List<String> items) {
    List<String> distinct = items.stream().distinct().toList();
    String few = String.join(", ", distinct.subList(0, Math.min(SHOWN, distinct.size())));
    String more = distinct.size() > SHOWN ? " and " + (distinct.size() - SHOWN) + " more" : "";
    return (few.length() > LONGEST ? few.substring(0, LONGEST) + "…" : few) + more;
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null || text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
