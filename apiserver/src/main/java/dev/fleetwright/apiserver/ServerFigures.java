package dev.fleetwright.apiserver;

import dev.fleetwright.apiserver.audit.AuditLog;
import dev.fleetwright.apiserver.http.HttpFace;
import dev.fleetwright.apiserver.metrics.Metrics;
import dev.fleetwright.apiserver.service.Clusters;
import dev.fleetwright.apiserver.store.ObjectStore;
import java.util.HashMap;
import java.util.Map;

/** What the parts of the server tell about themselves. */
final class ServerFigures {
  private ServerFigures() {}

  static void register(
      Metrics metrics, ObjectStore store, HttpFace face, Clusters clusters, AuditLog audit) {
    metrics.histogram("fleetwright_store_commit_duration_seconds", store.commitTimes());
    metrics.gauges(
        "apiserver_storage_objects",
        "Objects by resource, in all logical clusters together.",
        () -> {
          Map<String, Double> values = new HashMap<>();
          store
              .cache()
              .counts()
              .forEach((name, count) -> values.put("resource=\"" + name + "\"", (double) count));
          return values;
        });
    metrics.gauges(
        "apiserver_longrunning_requests",
        "Open watches.",
        () -> Map.of("verb=\"watch\"", (double) face.watches()));
    metrics.gauge("fleetwright_store_size_bytes", "The store's files on disk.", store::fileBytes);
    metrics.gauge(
        "fleetwright_store_version",
        "The resourceVersion of the last change.",
        () -> store.cache().version());
    metrics.gauge(
        "fleetwright_watch_history_events",
        "Changes that a watch can resume over.",
        () -> store.cache().historyEvents());
    metrics.gauge(
        "fleetwright_logical_clusters", "Logical clusters.", () -> clusters.names().size());
    metrics.counter(
        "fleetwright_audit_lost_lines_total",
        "Audit lines that could not be written.",
        audit::lost);
    metrics.gauge(
        "jvm_memory_used_bytes",
        "Heap in use.",
        () -> Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
  }
}
