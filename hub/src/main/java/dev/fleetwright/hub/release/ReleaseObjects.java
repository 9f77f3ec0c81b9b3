package dev.fleetwright.hub.release;

import dev.fleetwright.documents.Binder;
import dev.fleetwright.documents.Kinds;
import dev.fleetwright.documents.Node;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.placement.work.CanonicalJson;
import dev.fleetwright.release.policy.ReleaseKinds;
import dev.fleetwright.release.policy.SnapshotReader;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The objects of one namespace that releases are chosen from, read as files are: one reader, so a
 * server decides as the command on files does.
 *
 * @param targets by name, with the status they have
 * @param rest releases, policies, approvals, freezes, pins and bypasses
 */
public record ReleaseObjects(
    Collection<? extends HasMetadata> targets, Collection<? extends HasMetadata> rest) {

  private static final Kinds KINDS = Kinds.of(Binder.standard(), ReleaseKinds.ALL);

  public ReleaseObjects {
    targets = List.copyOf(targets);
    rest = List.copyOf(rest);
  }

  public SnapshotReader.Reading read() {
    List<Node> nodes = new ArrayList<>();
    rest.forEach(object -> nodes.add(Node.of(document(object))));
    targets.forEach(object -> nodes.add(Node.of(document(object))));
    return SnapshotReader.read(KINDS.bind(nodes), digest());
  }

  /** Tells two sets of rules and releases apart; what happens at targets does not count. */
  public String digest() {
    Map<String, Object> all = new TreeMap<>();
    for (HasMetadata object : rest) {
      all.put(
          object.getKind() + "/" + object.getMetadata().getName(),
          String.valueOf(Plain.of(object).get("spec")));
    }
    return CanonicalJson.digest(all);
  }

  private static Map<String, Object> document(HasMetadata object) {
    Map<String, Object> plain = Plain.of(object);
    Map<String, Object> metadata = Plain.child(plain, "metadata");
    metadata.keySet().retainAll(List.of("name", "namespace", "labels", "creationTimestamp"));
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("apiVersion", object.getApiVersion());
    document.put("kind", object.getKind());
    document.put("metadata", metadata);
    document.put("spec", Plain.child(plain, "spec"));
    if (plain.containsKey("status")) {
      document.put("status", Plain.child(plain, "status"));
    }
    return document;
  }
}
