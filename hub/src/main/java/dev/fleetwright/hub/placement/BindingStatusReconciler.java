package dev.fleetwright.hub.placement;

import dev.fleetwright.api.Binding;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Indexes;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.placement.BindingStatuses.AtCluster;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.placement.kinds.BindingStatus;
import dev.fleetwright.placement.kinds.Condition;
import dev.fleetwright.placement.work.Deliveries;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Tells in a Binding what has become of its works. */
public final class BindingStatusReconciler implements Reconciler<String> {

  private final Caches caches;
  private final Writer writer;
  private final DeliveryLedger ledger;
  private final InstantSource clock;

  public BindingStatusReconciler(
      Caches caches, Writer writer, DeliveryLedger ledger, InstantSource clock) {
    this.caches = caches;
    this.writer = writer;
    this.ledger = ledger;
    this.clock = clock;
  }

  @Override
  public Optional<Instant> reconcile(String name) {
    Binding binding = caches.objectBindings().get("", name);
    if (binding == null || binding.isMarkedForDeletion() || binding.getSpec() == null) {
      return Optional.empty();
    }
    List<AtCluster> clusters = new ArrayList<>();
    for (String cluster : new TreeSet<>(binding.getSpec().clusters())) {
      Optional<DeliveryLedger.Result> result = ledger.find(new Delivery(name, cluster));
      if (result.isEmpty()) {
        // Not everything was tried yet; the last attempt brings us back.
        return Optional.empty();
      }
      clusters.add(at(name, cluster, result.get()));
    }
    Long generation = binding.getMetadata().getGeneration();
    BindingStatus status =
        BindingStatuses.of(
            binding.getStatus(), generation == null ? 0 : generation, clusters, clock.instant());
    if (!status.equals(binding.getStatus())) {
      Binding changed = new Binding();
      changed.setMetadata(binding.getMetadata());
      changed.setSpec(binding.getSpec());
      changed.setStatus(status);
      writer.status(changed, Binding.class, caches.objectBindings());
    }
    return Optional.empty();
  }

  private AtCluster at(String binding, String cluster, DeliveryLedger.Result result) {
    List<String> failures = new ArrayList<>();
    boolean applied = true;
    for (ManifestWork work :
        caches.works().by(Indexes.OWNER, Indexes.owner(cluster, Deliveries.ownerOf(binding)))) {
      Condition condition = applied(work);
      applied &= condition != null && condition.status().equals(Conditions.TRUE);
      if (condition != null && condition.status().equals(Conditions.FALSE)) {
        failures.add(Objects.requireNonNullElse(condition.message(), "not applied"));
      }
    }
    return new AtCluster(cluster, result.errors(), failures, applied && result.errors().isEmpty());
  }

  /** What the cluster says about the work as it is now; null when it has said nothing yet. */
  private static @Nullable Condition applied(ManifestWork work) {
    return work.getStatus() == null
        ? null
        : Conditions.find(work.getStatus().conditions(), Conditions.APPLIED)
            .filter(condition ->
                condition.observedGeneration() == null
                    || condition.observedGeneration().equals(work.getMetadata().getGeneration()))
            .orElse(null);
  }
}
