package dev.fleetwright.bench;

import dev.fleetwright.placement.Cluster;
import dev.fleetwright.placement.Inventory;
import dev.fleetwright.placement.LivePlacement;
import dev.fleetwright.placement.Objects;
import dev.fleetwright.placement.Placement;
import dev.fleetwright.placement.Policies;
import dev.fleetwright.placement.Policy;
import dev.fleetwright.placement.ResourceType;
import dev.fleetwright.placement.WorkloadObject;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.DownsyncPolicyClause;
import dev.fleetwright.placement.kinds.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;

/**
 * 10,000 objects over 1,000 clusters with 100 policies: all at once, and after one label change.
 */
final class PlacementBenchmark {

  private static final int OBJECTS = 10_000;
  private static final int CLUSTERS = 1_000;
  private static final int POLICIES = 100;
  private static final int ROUNDS = 7;
  private static final int CHANGES = 2_000;

  private static final ResourceType CONFIG_MAP =
      new ResourceType("", "v1", "ConfigMap", "configmaps", true);

  private PlacementBenchmark() {}

  static void run() {
    List<Policy> policies = new ArrayList<>();
    for (int i = 0; i < POLICIES; i++) {
      policies.add(policy(i));
    }
    List<Cluster> clusters = new ArrayList<>();
    for (int i = 0; i < CLUSTERS; i++) {
      clusters.add(cluster(i, i % 20));
    }
    List<WorkloadObject> objects = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      objects.add(object(i, i % 50));
    }
    double full = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      Placement placement =
          Placement.place(Policies.of(policies), Inventory.of(clusters), Objects.of(objects));
      full = Math.min(full, (System.nanoTime() - start) / 1e6);
      if (placement.bindings().size() != POLICIES) {
        throw new IllegalStateException("not placed");
      }
    }
    LivePlacement live =
        Placement.live(Policies.of(policies), Inventory.of(clusters), Objects.of(objects));
    live.policies().forEach(live::binding);
    double object = changes(live, true);
    double cluster = changes(live, false);
    System.out.printf(
        Locale.ROOT, "%,d objects, %,d clusters, %d policies%n", OBJECTS, CLUSTERS, POLICIES);
    System.out.printf(Locale.ROOT, "%-34s %10.2f ms%n", "full, best of " + ROUNDS, full);
    System.out.printf(
        Locale.ROOT,
        "%-34s %10.3f ms   1 / %.0f%n",
        "one object's label, new Bindings",
        object,
        full / object);
    System.out.printf(
        Locale.ROOT,
        "%-34s %10.3f ms   1 / %.0f%n",
        "one cluster's label, new Bindings",
        cluster,
        full / cluster);
  }

  /** Milliseconds per change, with the Bindings that it changed made anew. */
  private static double changes(LivePlacement live, boolean objects) {
    Random random = new Random(1);
    double best = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      int bindings = 0;
      for (int i = 0; i < CHANGES; i++) {
        SortedSet<String> changed =
            objects
                ? live.put(object(random.nextInt(OBJECTS), random.nextInt(50)))
                : live.put(cluster(random.nextInt(CLUSTERS), random.nextInt(20)));
        for (String policy : changed) {
          bindings += live.binding(policy).isPresent() ? 1 : 0;
        }
      }
      if (bindings == 0) {
        throw new IllegalStateException("nothing changed");
      }
      best = Math.min(best, (System.nanoTime() - start) / 1e6 / CHANGES);
    }
    return best;
  }

  private static Policy policy(int i) {
    DownsyncPolicyClause clause =
        new DownsyncPolicyClause(
            null,
            List.of("configmaps"),
            List.of(),
            List.of(),
            List.of(
                LabelSelector.ofLabels(Map.of("app", "app" + i % 50, "tier", "t" + i % 2)),
                LabelSelector.ofLabels(Map.of("app", "app" + (i + 7) % 50))),
            List.of(),
            null,
            List.of("count-wecs"),
            null,
            null);
    return new Policy(
        "policy" + i,
        "",
        new BindingPolicySpec(
            List.of(LabelSelector.ofLabels(Map.of("region", "r" + i % 20))), List.of(clause)));
  }

  private static Cluster cluster(int i, int region) {
    return new Cluster("cluster" + i, Map.of("region", "r" + region, "env", "prod"));
  }

  private static WorkloadObject object(int i, int app) {
    return WorkloadObject.of(
        CONFIG_MAP,
        Map.of(
            "metadata",
            Map.of(
                "name", "o" + i,
                "namespace", "n" + i % 100,
                "labels", Map.of("app", "app" + app, "tier", "t" + i % 2))));
  }
}
