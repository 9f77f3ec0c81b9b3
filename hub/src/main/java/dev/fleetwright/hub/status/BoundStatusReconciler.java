package dev.fleetwright.hub.status;

import dev.fleetwright.api.Binding;
import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Indexes;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.objects.ObjectWatches;
import dev.fleetwright.hub.placement.Bound;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.WorkloadObject;
import dev.fleetwright.placement.work.Deliveries.Sight;
import dev.fleetwright.status.CollectorLibrary;
import dev.fleetwright.status.LiveCombination;
import dev.fleetwright.status.ObjectRef;
import dev.fleetwright.status.Row;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one CombinedStatus for each object of a Binding that collectors are named for. What was
 * computed is kept: a cluster that reports costs its own row.
 */
public final class BoundStatusReconciler implements Reconciler<CombinedKey> {

  /** How often a result is looked at again that changes as time passes. */
  private static final Duration TICK = Duration.ofSeconds(30);

  /**
   * @param obj the same instance in all rows
   */
  private record State(String name, LiveCombination combination, Map<String, Object> obj) {}

  private final Caches caches;
  private final Writer writer;
  private final ObjectWatches watches;
  private final Bound bound;
  private final CollectorLibrary library;
  private final ChangedRows changed;
  private final InstantSource clock;
  private final Map<CombinedKey, State> states = new ConcurrentHashMap<>();
  private volatile boolean reportNamespace;

  public BoundStatusReconciler(
      Caches caches,
      Writer writer,
      ObjectWatches watches,
      Bound bound,
      CollectorLibrary library,
      ChangedRows changed,
      InstantSource clock) {
    this.caches = caches;
    this.writer = writer;
    this.watches = watches;
    this.bound = bound;
    this.library = library;
    this.changed = changed;
    this.clock = clock;
  }

  @Override
  public Optional<Instant> reconcile(CombinedKey key) {
    ChangedRows.Changes changes = changed.take(key);
    try {
      return reconcile(key, changes);
    } catch (RuntimeException e) {
      // What was taken was perhaps not done.
      changed.all(key);
      throw e;
    }
  }

  private Optional<Instant> reconcile(CombinedKey key, ChangedRows.Changes changes) {
    Bound.Reference reference =
        bound
            .reference(key.binding(), key.object())
            .filter(found -> !found.modulation().statusCollectors().isEmpty())
            .orElse(null);
    String owner = ownerUid(key.binding());
    if (reference == null || owner == null) {
      drop(key, "");
      return Optional.empty();
    }
    return switch (watches.glance(key.object())) {
      case Sight.Unread() -> {
        // It is told when all is read, and everything is to be looked at then.
        changed.all(key);
        yield Optional.empty();
      }
      case Sight.Gone() -> {
        drop(key, "");
        yield Optional.empty();
      }
      case Sight.Here(WorkloadObject object) -> combine(key, reference, object, owner, changes);
    };
  }

  private Optional<Instant> combine(
      CombinedKey key,
      Bound.Reference reference,
      WorkloadObject object,
      String owner,
      ChangedRows.Changes changes) {
    String name = dev.fleetwright.status.CombinedStatus.nameOf(object.uid(), owner);
    State state = states.get(key);
    if (state == null || !state.name.equals(name) || changes.everything()) {
      State next = renewed(key, object, name, state);
      if (next == null) {
        changed.all(key);
        return Optional.empty();
      }
      state = next;
      states.put(key, state);
      state.combination.retain(reference.clusters());
      for (String cluster : reference.clusters()) {
        state.combination.put(row(cluster, key.object(), state.obj));
      }
    } else {
      for (String cluster : Set.copyOf(java.util.Objects.requireNonNull(changes.clusters()))) {
        if (reference.clusters().contains(cluster)) {
          state.combination.put(row(cluster, key.object(), state.obj));
        }
      }
    }
    LiveCombination combination = state.combination;
    combination.collectors(reference.modulation().statusCollectors());
    boolean ticks = combination.readsTime();
    if (ticks) {
      combination.tick(clock.instant());
    }
    write(key, combination.status(), reference.modulation().statusCollectors());
    drop(key, name);
    return ticks ? Optional.of(clock.instant().plus(TICK)) : Optional.empty();
  }

  /** The rows that were evaluated already stay so where the object is the same. */
  private @Nullable State renewed(
      CombinedKey key, WorkloadObject head, String name, @Nullable State before) {
    if (!(watches.look(key.object()) instanceof Sight.Here(WorkloadObject object))
        || !object.uid().equals(head.uid())) {
      return null;
    }
    ObjectKey id = object.key();
    LiveCombination combination =
        before != null && before.name.equals(name)
            ? before.combination
            : new LiveCombination(
                name,
                new ObjectRef(
                    id.group(),
                    object.version(),
                    id.resource(),
                    id.namespace(),
                    id.name(),
                    object.uid()),
                key.binding(),
                library);
    return new State(name, combination, Row.withoutStatus(object.content()));
  }

  private Row row(String cluster, ObjectKey key, Map<String, Object> obj) {
    List<WorkStatus> reports =
        caches.workStatuses().by(Indexes.SOURCE, Indexes.source(cluster, key));
    return CombinedObjects.row(cluster, obj, reports.isEmpty() ? null : reports.getFirst());
  }

  private void write(
      CombinedKey key, dev.fleetwright.status.CombinedStatus made, List<String> collectors) {
    CombinedStatus before = caches.combined().get(made.namespace(), made.name());
    Set<String> broken =
        collectors.stream()
            .filter(collector ->
                library.find(collector).isEmpty() && caches.collectors().get("", collector) != null)
            .collect(Collectors.toSet());
    CombinedStatus wanted = new CombinedStatus();
    wanted.setMetadata(
        new ObjectMetaBuilder()
            .withName(made.name())
            .withNamespace(made.namespace())
            .withLabels(made.labels())
            .withAnnotations(made.annotations())
            .addToAnnotations(Indexes.COMBINES_ANNOTATION, key.text())
            .build());
    wanted.results(CombinedObjects.keeping(made.results(), before, broken));
    if (before == null || !CombinedObjects.isFulfilled(wanted, before)) {
      ensureNamespace(made.namespace());
      writer.apply(wanted, CombinedStatus.class, caches.combined());
    }
  }

  private void ensureNamespace(String namespace) {
    if (!reportNamespace
        && namespace.equals(dev.fleetwright.status.CombinedStatus.NAMESPACE_OF_CLUSTER_SCOPED)) {
      writer.ensureNamespace(namespace, Map.of());
      reportNamespace = true;
    }
  }

  /** Removes what was combined under another name, for an object or a policy that is no more. */
  private void drop(CombinedKey key, String butThis) {
    if (butThis.isEmpty()) {
      states.remove(key);
    }
    for (CombinedStatus old : caches.combined().by(Indexes.COMBINES, key.text())) {
      if (!old.getMetadata().getName().equals(butThis)) {
        writer.delete(old);
        caches.combined().forget(old);
      }
    }
  }

  /** The uid of the policy; of the Binding itself where somebody wrote it without a policy. */
  private @Nullable String ownerUid(String name) {
    BindingPolicy policy = caches.bindingPolicies().get("", name);
    Binding binding = caches.objectBindings().get("", name);
    HasMetadata owner = policy != null ? policy : binding;
    return owner == null ? null : owner.getMetadata().getUid();
  }
}
