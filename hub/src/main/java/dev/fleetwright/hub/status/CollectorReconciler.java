package dev.fleetwright.hub.status;

import dev.fleetwright.api.StatusCollector;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.status.Collector;
import dev.fleetwright.status.CollectorLibrary;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import dev.fleetwright.status.kinds.StatusCollectorStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Compiles StatusCollectors, and tells in each what is wrong with it. */
public final class CollectorReconciler implements Reconciler<String> {

  private final Caches caches;
  private final Writer writer;
  private final CollectorLibrary library;

  public CollectorReconciler(Caches caches, Writer writer, CollectorLibrary library) {
    this.caches = caches;
    this.writer = writer;
    this.library = library;
  }

  /** Takes in all collectors as they are. */
  public void load() {
    caches.collectors().all().forEach(collector -> take(collector.getMetadata().getName()));
  }

  /** Takes in one collector as it is now. */
  public void take(String name) {
    StatusCollector collector = caches.collectors().get("", name);
    if (collector == null) {
      library.remove(name);
    } else {
      var _ = library.put(name, specOf(collector));
    }
  }

  private static StatusCollectorSpec specOf(StatusCollector collector) {
    return collector.getSpec() == null
        ? new StatusCollectorSpec(null, List.of(), List.of(), List.of(), null)
        : collector.getSpec();
  }

  @Override
  public Optional<Instant> reconcile(String name) {
    StatusCollector collector = caches.collectors().get("", name);
    if (collector == null || collector.isMarkedForDeletion()) {
      return Optional.empty();
    }
    StatusCollectorStatus status =
        new StatusCollectorStatus(
            collector.getMetadata().getGeneration(),
            Collector.errors(library.put(name, specOf(collector))));
    if (!status.equals(collector.getStatus())) {
      StatusCollector changed = new StatusCollector();
      changed.setMetadata(collector.getMetadata());
      changed.setSpec(collector.getSpec());
      changed.setStatus(status);
      writer.status(changed, StatusCollector.class, caches.collectors());
    }
    return Optional.empty();
  }
}
