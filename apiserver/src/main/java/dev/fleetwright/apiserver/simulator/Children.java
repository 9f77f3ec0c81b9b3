package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.List;
import java.util.Map;

/** Makes the objects that workloads make. */
final class Children {
  /** Where pods run when a cluster has no nodes. */
  static final String ONLY_NODE = "node-1";

  private Children() {}

  /** A new object that an owner controls. */
  static ObjectNode child(ObjectNode owner, String apiVersion, String kind, String name) {
    ObjectNode child = Json.object();
    child.put("apiVersion", apiVersion).put("kind", kind);
    ObjectNode metadata = child.putObject("metadata");
    metadata.put("name", name).put("namespace", Json.textOrEmpty(owner, "metadata", "namespace"));
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", Json.textOrEmpty(owner, "apiVersion"))
        .put("kind", Json.textOrEmpty(owner, "kind"))
        .put("name", Statuses.name(owner))
        .put("uid", Statuses.uid(owner))
        .put("controller", true)
        .put("blockOwnerDeletion", true);
    return child;
  }

  /** A pod of a workload's template. */
  static ObjectNode pod(
      ObjectNode owner, String name, String node, Map<String, String> moreLabels) {
    ObjectNode pod = child(owner, "v1", "Pod", name);
    JsonNode template = owner.path("spec").path("template");
    ObjectNode metadata = pod.withObject("/metadata");
    for (String field : List.of("labels", "annotations")) {
      if (template.path("metadata").get(field) instanceof ObjectNode given) {
        metadata.set(field, given.deepCopy());
      }
    }
    moreLabels.forEach((key, value) -> pod.withObject("/metadata/labels").put(key, value));
    pod.set("spec", template.path("spec").deepCopy());
    if (Json.textOrEmpty(pod, "spec", "nodeName").isEmpty()) {
      pod.withObject("/spec").put("nodeName", node);
    }
    Fault.copy(owner, pod);
    return pod;
  }

  /** The nodes of the cluster; one is made up where there are none. */
  static List<String> nodes(Scene scene) {
    List<String> names = scene.all("nodes").stream().map(Statuses::name).sorted().toList();
    return names.isEmpty() ? List.of(ONLY_NODE) : names;
  }

  /** Some node for a pod, the same each time. */
  static String nodeFor(Scene scene, String podName) {
    List<String> nodes = nodes(scene);
    return nodes.get(Math.floorMod(podName.hashCode(), nodes.size()));
  }

  static Work delete(String resource, ObjectNode object) {
    return new Work.Delete(resource, Statuses.name(object), Statuses.uid(object));
  }

  /** Hands a changed fault on to children that exist. */
  static void spreadFault(
      ObjectNode owner, String resource, List<ObjectNode> children, List<Work> works) {
    for (ObjectNode child : children) {
      if (!Fault.same(owner, child)) {
        works.add(new Work.Change(resource, Statuses.name(child), live -> Fault.copy(owner, live)));
      }
    }
  }
}
