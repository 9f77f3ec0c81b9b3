package dev.fleetwright.hub.placement;

import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Failures;
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
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Returns the status of an object that runs in one cluster into the object itself. */
public final class SingletonReconciler implements Reconciler<ObjectKey> {

  private final Caches caches;
  private final ObjectWatches watches;
  private final ObjectWriter writer;
  private final Bound bound;
  private final Consumer<String> onRefusal;
  private final InstantSource clock;
  private final Map<ObjectKey, String> refusals = new ConcurrentHashMap<>();

  /**
   * @param onRefusal hears of a Binding when it has changed which of its statuses are refused
   */
  public SingletonReconciler(
      Caches caches,
      ObjectWatches watches,
      ObjectWriter writer,
      Bound bound,
      Consumer<String> onRefusal,
      InstantSource clock) {
    this.caches = caches;
    this.watches = watches;
    this.writer = writer;
    this.bound = bound;
    this.onRefusal = onRefusal;
    this.clock = clock;
  }

  @Override
  public Optional<Instant> reconcile(ObjectKey key) {
    try {
      settle(key);
    } catch (KubernetesClientException e) {
      if (!Failures.isForbidden(e)) {
        throw e;
      }
      refused(key, String.valueOf(e.getMessage()));
      return Optional.of(clock.instant().plus(Failures.UNTIL_ASKED_AGAIN));
    }
    refused(key, null);
    return Optional.empty();
  }

  private void refused(ObjectKey key, @Nullable String why) {
    String before = why == null ? refusals.remove(key) : refusals.put(key, why);
    if (!Objects.equals(before, why)) {
      bound.bindingsOf(key).forEach(onRefusal);
    }
  }

  /** What a Binding should bring into objects, and the server does not allow. */
  List<String> refusals(String binding) {
    if (refusals.isEmpty()) {
      return List.of();
    }
    return new TreeMap<>(refusals)
        .entrySet().stream()
            .filter(refusal ->
                bound
                    .reference(binding, refusal.getKey())
                    .filter(reference -> reference.modulation().wantSingletonReportedState())
                    .isPresent())
            .map(refusal ->
                refusal.getKey() + ": its status cannot be returned into it: " + refusal.getValue())
            .toList();
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
