package dev.fleetwright.hub.cluster;

import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.placement.NeverDownsynced;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Gives each cluster of the inventory a namespace of its name. A namespace is never taken away with
 * its cluster: it may hold what people want to see or to take back.
 */
public final class MailboxReconciler implements Reconciler<String> {

  private final Caches caches;
  private final Writer writer;

  public MailboxReconciler(Caches caches, Writer writer) {
    this.caches = caches;
    this.writer = writer;
  }

  @Override
  public Optional<Instant> reconcile(String cluster) {
    if (caches.clusters().get("", cluster) != null) {
      writer.ensureNamespace(cluster, Map.of(NeverDownsynced.MAILBOX_LABEL, cluster));
    }
    return Optional.empty();
  }
}
