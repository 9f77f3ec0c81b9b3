package dev.fleetwright.hub.cluster;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ObjectJson;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.placement.kinds.Condition;
import dev.fleetwright.placement.kinds.ManagedClusterStatus;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes into a ManagedCluster whether it is heard of: the condition that Open Cluster Management
 * has for it. Written when it changes and not at each heartbeat. A hub that has just started has
 * heard nobody yet, and waits before it calls anybody silent.
 */
public final class AvailabilityReconciler implements Reconciler<String> {

  /** True while the cluster is heard of, Unknown since it is not. */
  public static final String AVAILABLE = "ManagedClusterConditionAvailable";

  private static final KubernetesSerialization JSON = ObjectJson.SHARED;

  private final Caches caches;
  private final Writer writer;
  private final Hearing hearing;
  private final Duration silence;
  private final InstantSource clock;

  /**
   * @param silence after which a cluster counts as silent
   */
  public AvailabilityReconciler(
      Caches caches, Writer writer, Hearing hearing, Duration silence, InstantSource clock) {
    this.caches = caches;
    this.writer = writer;
    this.hearing = hearing;
    this.silence = silence;
    this.clock = clock;
  }

  @Override
  public Optional<Instant> reconcile(String name) {
    ManagedCluster cluster = caches.clusters().get("", name);
    if (cluster == null) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    if (hearing.hears(name)) {
      state(cluster, "True", "Heard", "its agent reports", now);
      return Optional.empty();
    }
    Optional<Instant> since = hearing.silentSince(name);
    if (since.isEmpty()) {
      return Optional.empty();
    }
    Instant due = since.get().plus(silence);
    if (now.isBefore(due)) {
      return Optional.of(due);
    }
    String time = since.get().truncatedTo(ChronoUnit.SECONDS).toString();
    state(
        cluster, "Unknown", "Silent", "nothing was heard of its agent since " + time, since.get());
    return Optional.empty();
  }

  /** The condition of a cluster, where there is one. */
  public static @Nullable Condition of(ManagedCluster cluster) {
    if (cluster.getStatus() == null) {
      return null;
    }
    return cluster.getStatus().conditions().stream()
        .filter(condition -> condition.type().equals(AVAILABLE))
        .findFirst()
        .orElse(null);
  }

  private void state(
      ManagedCluster cluster, String status, String reason, String message, Instant since) {
    Condition before = of(cluster);
    if (before != null && before.status().equals(status) && reason.equals(before.reason())) {
      return;
    }
    List<Condition> conditions = new ArrayList<>();
    ManagedClusterStatus known = cluster.getStatus();
    if (known != null) {
      known.conditions().stream()
          .filter(condition -> !condition.type().equals(AVAILABLE))
          .forEach(conditions::add);
    }
    conditions.add(
        new Condition(
            AVAILABLE,
            status,
            reason,
            message,
            since.truncatedTo(ChronoUnit.SECONDS).toString(),
            null,
            null));
    ManagedCluster changed = JSON.convertValue(Plain.of(cluster), ManagedCluster.class);
    changed.setStatus(
        known == null
            ? new ManagedClusterStatus(conditions, Map.of(), Map.of(), null, List.of())
            : new ManagedClusterStatus(
                conditions,
                known.capacity(),
                known.allocatable(),
                known.version(),
                known.clusterClaims()));
    var _ = writer.status(changed, ManagedCluster.class, caches.clusters());
  }
}
