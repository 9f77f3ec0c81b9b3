package dev.fleetwright.hub.status;

import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.placement.ResourceType;
import dev.fleetwright.placement.ResourceTypes;
import dev.fleetwright.status.ObjectRef;
import dev.fleetwright.status.Row;
import dev.fleetwright.status.kinds.WorkStatusSpec.SourceRef;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** The objects of a world with a row for each cluster that one was sent to. A pure function. */
final class WorldObjects {

  /** What identifies an object in all clusters. */
  record Id(String group, String kind, String namespace, String name) implements Comparable<Id> {

    @Override
    public int compareTo(Id other) {
      return toString().compareTo(other.toString());
    }

    /** The same for one object of one world for ever, and different for all others. */
    String uid(String worldUid) {
      String text = String.join("\0", worldUid, group, kind, namespace, name);
      return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }
  }

  private WorldObjects() {}

  static SortedMap<Id, List<Row>> of(
      Map<String, List<ManifestWork>> worksByCluster,
      Map<String, ? extends Collection<WorkStatus>> reportsByCluster) {
    SortedMap<Id, List<Row>> rows = new TreeMap<>();
    worksByCluster.forEach((cluster, works) -> {
      Map<Id, WorkStatus> reports = new HashMap<>();
      Collection<WorkStatus> found = reportsByCluster.get(cluster);
      if (found != null) {
        found.forEach(report -> reports.put(id(report.getSpec().sourceRef()), report));
      }
      for (ManifestWork work : works) {
        for (Map<String, Object> manifest : work.getSpec().manifests()) {
          Id id = id(manifest);
          rows.computeIfAbsent(id, _ -> new ArrayList<>())
              .add(CombinedObjects.row(cluster, manifest, reports.get(id)));
        }
      }
    });
    return rows;
  }

  static ObjectRef ref(Id id, Map<String, Object> manifest, String uid) {
    ResourceType type = ResourceTypes.standard().of(Plain.text(manifest, "apiVersion"), id.kind());
    return new ObjectRef(
        id.group(), type.version(), type.resource(), id.namespace(), id.name(), uid);
  }

  private static Id id(Map<String, Object> manifest) {
    String kind = Plain.text(manifest, "kind");
    ResourceType type = ResourceTypes.standard().of(Plain.text(manifest, "apiVersion"), kind);
    Map<String, Object> metadata = Plain.child(manifest, "metadata");
    return new Id(
        type.group(), kind, Plain.text(metadata, "namespace"), Plain.text(metadata, "name"));
  }

  private static Id id(SourceRef ref) {
    return new Id(
        Objects.requireNonNullElse(ref.group(), ""),
        Objects.requireNonNullElse(ref.kind(), ""),
        Objects.requireNonNullElse(ref.namespace(), ""),
        ref.name());
  }
}
