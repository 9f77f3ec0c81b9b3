package dev.fleetwright.hub.status;

import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.StatusCollector;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.hub.world.Domain;
import dev.fleetwright.hub.world.WorldReconciler;
import dev.fleetwright.hub.world.WorldWorks;
import dev.fleetwright.model.Problem;
import dev.fleetwright.status.Collector;
import dev.fleetwright.status.CollectorLibrary;
import dev.fleetwright.status.ResultTable;
import dev.fleetwright.status.Row;
import dev.fleetwright.status.Rows;
import dev.fleetwright.status.kinds.CombinedResult;
import dev.fleetwright.status.kinds.CombinedResult.AggregationError;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * Keeps one CombinedStatus for each object of a world that names collectors, from what the clusters
 * have put into their mailboxes.
 */
public final class CombinedStatusReconciler implements Reconciler<ObjectKey> {

  private final Caches caches;
  private final Writer writer;
  private final InstantSource clock;
  private final CollectorLibrary library = new CollectorLibrary();

  public CombinedStatusReconciler(Caches caches, Writer writer, InstantSource clock) {
    this.caches = caches;
    this.writer = writer;
    this.clock = clock;
  }

  @Override
  public Optional<Instant> reconcile(ObjectKey key) {
    WorldInstance world = caches.worlds().get(key.namespace(), key.name());
    if (world == null || world.isMarkedForDeletion()) {
      // Removed with the world.
      return Optional.empty();
    }
    Set<String> wanted = new HashSet<>();
    if (!world.getSpec().statusCollectors().isEmpty()) {
      combine(world, key, wanted);
    }
    for (CombinedStatus old : caches.combined().in(key.namespace())) {
      String of =
          Domain.orEmpty(old.getMetadata().getLabels()).get(WorldReconciler.WORLD_UID_LABEL);
      if (world.getMetadata().getUid().equals(of)
          && !wanted.contains(old.getMetadata().getName())) {
        writer.delete(old);
      }
    }
    return Optional.empty();
  }

  private void combine(WorldInstance world, ObjectKey key, Set<String> wanted) {
    SortedMap<String, List<ManifestWork>> works = WorldWorks.of(key, caches);
    Map<String, List<WorkStatus>> reports = new HashMap<>();
    works.keySet().forEach(cluster -> reports.put(cluster, caches.workStatuses().in(cluster)));
    WorldObjects.of(works, reports)
        .forEach((id, rows) -> {
          CombinedStatus combined = combined(world, id, rows);
          wanted.add(combined.getMetadata().getName());
          CombinedStatus before =
              caches.combined().get(key.namespace(), combined.getMetadata().getName());
          if (before == null || !CombinedObjects.isFulfilled(combined, before)) {
            writer.apply(combined, CombinedStatus.class, caches.combined());
          }
        });
  }

  private CombinedStatus combined(WorldInstance world, WorldObjects.Id id, List<Row> rows) {
    String worldUid = world.getMetadata().getUid();
    String uid = id.uid(worldUid);
    List<CombinedResult> results = new ArrayList<>();
    for (String collector : world.getSpec().statusCollectors().stream().distinct().toList()) {
      results.add(result(collector, rows));
    }
    dev.fleetwright.status.CombinedStatus made =
        dev.fleetwright.status.CombinedStatus.of(
            dev.fleetwright.status.CombinedStatus.nameOf(uid, worldUid),
            WorldObjects.ref(id, rows.getFirst().obj(), uid),
            world.getMetadata().getName(),
            results,
            rows.stream().filter(Row::reported).count(),
            rows.size());
    CombinedStatus object = new CombinedStatus();
    object.setMetadata(
        new ObjectMetaBuilder()
            .withName(made.name())
            .withNamespace(world.getMetadata().getNamespace())
            .withLabels(made.labels())
            .addToLabels(WorldReconciler.WORLD_UID_LABEL, worldUid)
            .withAnnotations(made.annotations())
            .addToOwnerReferences(
                new OwnerReferenceBuilder()
                    .withApiVersion(world.getApiVersion())
                    .withKind(world.getKind())
                    .withName(world.getMetadata().getName())
                    .withUid(worldUid)
                    .build())
            .build());
    object.results(made.results());
    return object;
  }

  private CombinedResult result(String name, List<Row> rows) {
    List<Problem> problems;
    Optional<Collector> collector;
    synchronized (library) {
      StatusCollector object = caches.collectors().get("", name);
      if (object == null) {
        library.remove(name);
      } else {
        var _ = library.put(name, object.getSpec());
      }
      problems = library.problems(name);
      collector = library.find(name);
    }
    if (collector.isPresent()) {
      return ResultTable.combine(collector.get(), new Rows(rows, clock.instant())).result();
    }
    return new CombinedResult(
        name,
        List.of(),
        List.of(),
        List.of(),
        problems.stream().map(problem -> new AggregationError("*", problem.message())).toList(),
        null,
        null);
  }
}
