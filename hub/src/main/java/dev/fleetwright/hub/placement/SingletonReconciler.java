package dev.fleetwright.hub.placement;

import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Indexes;
import dev.fleetwright.hub.objects.ObjectWatches;
import dev.fleetwright.hub.objects.ObjectWriter;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.placement.BindingReferences;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.Singleton;
import dev.fleetwright.placement.StatusReturn;
import dev.fleetwright.placement.WorkloadObject;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.Modulation;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Returns the status of an object that runs in one cluster into the object itself. */
public final class SingletonReconciler implements Reconciler<ObjectKey> {

  private final Caches caches;
  private final ObjectWatches watches;
  private final ObjectWriter writer;
  private final Bound bound;

  public SingletonReconciler(
      Caches caches, ObjectWatches watches, ObjectWriter writer, Bound bound) {
    this.caches = caches;
    this.watches = watches;
    this.writer = writer;
    this.bound = bound;
  }

  @Override
  public Optional<Instant> reconcile(ObjectKey key) {
    settle(key);
    return Optional.empty();
  }

  /**
   * Takes back what a Binding has brought into objects, before the Binding itself forgets about
   * them: nobody would know of it any more.
   *
   * @param before null when there was none
   * @param after null when there will be none
   */
  void withdraw(String binding, @Nullable BindingSpec before, @Nullable BindingSpec after) {
    bound.announce(binding, after);
    if (before == null) {
      return;
    }
    Map<ObjectKey, Modulation> wanted = after == null ? Map.of() : BindingReferences.of(after);
    BindingReferences.of(before)
        .forEach((key, modulation) -> {
          Modulation now = wanted.get(key);
          if (modulation.wantSingletonReportedState()
              && (now == null || !now.wantSingletonReportedState())) {
            settle(key);
          }
        });
  }

  /** A Binding stays as it is after all, and so does what it has brought into objects. */
  void recant(String binding) {
    if (bound.recant(binding)) {
      bound
          .objects(binding)
          .forEach((key, modulation) -> {
            if (modulation.wantSingletonReportedState()) {
              settle(key);
            }
          });
    }
  }

  /** Whether an object has something in it that may have to be taken out. */
  public static boolean isTouched(WorkloadObject object) {
    return object.labels().containsKey(Singleton.EXECUTING_COUNT)
        || object.annotations().containsKey(StatusReturn.RETURNED_FROM);
  }

  private void settle(ObjectKey key) {
    WorkloadObject object = watches.read(key).orElse(null);
    if (object == null || object.deleting()) {
      return;
    }
    Singleton singleton = bound.singleton(key);
    Optional<Map<String, Object>> reported =
        singleton.source().flatMap(cluster -> reported(cluster, key));
    writer.write(object, StatusReturn.writes(object, singleton, reported));
  }

  private Optional<Map<String, Object>> reported(String cluster, ObjectKey key) {
    return caches.workStatuses().by(Indexes.SOURCE, Indexes.source(cluster, key)).stream()
        .flatMap(report -> Stream.ofNullable(report.reported()))
        .findFirst();
  }
}
