package dev.fleetwright.hub.metrics;

import dev.fleetwright.hub.client.Failures;
import dev.fleetwright.hub.queue.KeyedQueue;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.hub.tracing.Tracer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The names that a hub counts under. */
public final class HubMetrics {

  private static final String RECONCILED = "capabilityresolver_reconcile_total";
  private static final String RECONCILED_HELP = "Reconciles of worlds.";
  private static final String UNRESOLVED = "capabilityresolver_unresolved_required_total";
  private static final String UNRESOLVED_HELP =
      "Required requirements that were found unsatisfied, each reconcile anew.";
  private static final String APPLIED = "capabilityresolver_bindings_applied_total";
  private static final String APPLIED_HELP = "Bindings that were created or updated.";

  private final Metrics metrics;
  private final Tracer tracer;
  private final Map<Object, Integer> desired = new ConcurrentHashMap<>();
  private final Map<Object, Integer> unresolved = new ConcurrentHashMap<>();

  public HubMetrics(Metrics metrics, Tracer tracer) {
    this.metrics = metrics;
    this.tracer = tracer;
    metrics.gauge(
        "capabilityresolver_bindings_desired",
        "Bindings that all worlds together should have.",
        () -> sum(desired));
    metrics.gauge(
        "capabilityresolver_unresolved_required",
        "Required requirements that nothing satisfies now.",
        () -> sum(unresolved));
    metrics.add(APPLIED, APPLIED_HELP, 0);
    metrics.add(UNRESOLVED, UNRESOLVED_HELP, 0);
    metrics.add(RECONCILED, RECONCILED_HELP, 0, "result", "success");
    metrics.add(RECONCILED, RECONCILED_HELP, 0, "result", "error");
  }

  /** Rate, errors and duration of a controller, and how much waits for it. */
  public <K> Reconciler<K> observed(
      String controller, KeyedQueue<K> queue, Reconciler<K> reconciler) {
    metrics.gauge(
        "fleetwright_queue_depth",
        "Keys that have work due or are worked on.",
        queue::depth,
        "controller",
        controller);
    return key -> {
      long started = System.nanoTime();
      String result = "success";
      Tracer.Running span = tracer.begin("reconcile " + controller);
      if (span != null) {
        span.with("key", key.toString());
      }
      try {
        return reconciler.reconcile(key);
      } catch (Exception e) {
        if (span != null) {
          span.failed(e);
        }
        result = Failures.isConflict(e) ? "conflict" : "error";
        throw e;
      } finally {
        if (span != null) {
          span.close();
        }
        metrics.count(
            "fleetwright_reconcile_total",
            "Reconciles, by controller and result.",
            "controller",
            controller,
            "result",
            result);
        metrics.time(
            "fleetwright_reconcile_duration_seconds",
            "How long reconciles take.",
            (System.nanoTime() - started) / 1e9,
            "controller",
            controller);
        if (controller.equals("worlds")) {
          metrics.count(
              RECONCILED,
              RECONCILED_HELP,
              "result",
              result.equals("success") ? "success" : "error");
        }
      }
    };
  }

  /** What one reconcile of a world decided about its bindings. */
  public void bindings(Object world, int desiredBindings, int unresolvedRequired, int applied) {
    desired.put(world, desiredBindings);
    unresolved.put(world, unresolvedRequired);
    metrics.add(UNRESOLVED, UNRESOLVED_HELP, unresolvedRequired);
    metrics.add(APPLIED, APPLIED_HELP, applied);
  }

  public void gone(Object world) {
    desired.remove(world);
    unresolved.remove(world);
  }

  private static double sum(Map<Object, Integer> values) {
    return values.values().stream().mapToInt(Integer::intValue).sum();
  }
}
