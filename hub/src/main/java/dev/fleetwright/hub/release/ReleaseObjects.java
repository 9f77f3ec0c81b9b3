package dev.fleetwright.hub.release;

import dev.fleetwright.api.Release;
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
    return SnapshotReader.read(KINDS.bind(nodes), "");
  }

  /**
   * Tells apart what decisions for a deployment are made from: its releases and all rules. Releases
   * of others and what happens at targets do not count, so that their changes rewrite nothing.
   */
  public String digest(String deployment) {
    Map<String, Object> all = new TreeMap<>();
    for (HasMetadata object : rest) {
      if (!(object instanceof Release release)
          || release.getSpec().deployment().equals(deployment)) {
        all.put(
            object.getKind() + "/" + object.getMetadata().getName(),
            Plain.child(Plain.of(object), "spec"));
      }
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
