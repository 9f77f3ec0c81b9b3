package dev.fleetwright.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.fleetwright.agent.plan.Inventory;
import dev.fleetwright.agent.plan.Marks;
import dev.fleetwright.agent.plan.ObjectId;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The inventories of a cluster: a ConfigMap for each work, and a copy of all in memory. */
final class Inventories {

  /** Somebody else has written an inventory; what is in memory is not to be trusted. */
  static final class Stale extends RuntimeException {
    Stale(String work) {
      super("the inventory of " + work + " was changed by somebody else");
    }
  }

  private static final String LABEL = "fleetwright.dev/inventory";

  private record Stored(Inventory inventory, @Nullable String version) {}

  private final KubernetesClient cluster;
  private final Map<String, Stored> byWork = new TreeMap<>();

  Inventories(KubernetesClient cluster) {
    this.cluster = cluster;
  }

  /** Reads all of them anew; a failure leaves the copy as it was. */
  void load() {
    try {
      cluster
          .resource(
              new NamespaceBuilder()
                  .withNewMetadata()
                  .withName(Marks.SYSTEM_NAMESPACE)
                  .endMetadata()
                  .build())
          .create();
    } catch (KubernetesClientException e) {
      // A cluster's operator may have made it, and may not let us make namespaces.
      if (e.getCode() != 409 && e.getCode() != 403) {
        throw e;
      }
    }
    Map<String, Stored> read = new LinkedHashMap<>();
    for (ConfigMap map :
        cluster
            .configMaps()
            .inNamespace(Marks.SYSTEM_NAMESPACE)
            .withLabel(LABEL)
            .list()
            .getItems()) {
      Inventory inventory = decode(map);
      read.put(inventory.work(), new Stored(inventory, map.getMetadata().getResourceVersion()));
    }
    byWork.clear();
    byWork.putAll(read);
  }

  Collection<Inventory> all() {
    return byWork.values().stream().map(Stored::inventory).toList();
  }

  Optional<Inventory> of(String work) {
    return Optional.ofNullable(byWork.get(work)).map(Stored::inventory);
  }

  /** Is on the server when this returns. */
  void write(Inventory inventory) {
    Stored before = byWork.get(inventory.work());
    if (before != null && before.inventory().says(inventory)) {
      return;
    }
    var maps = cluster.configMaps().inNamespace(Marks.SYSTEM_NAMESPACE);
    ConfigMap map = encode(inventory, before == null ? null : before.version());
    ConfigMap saved;
    try {
      saved = before == null ? maps.resource(map).create() : maps.resource(map).update();
    } catch (KubernetesClientException e) {
      if (e.getCode() == 409 || e.getCode() == 404) {
        throw new Stale(inventory.work());
      }
      throw e;
    }
    byWork.put(inventory.work(), new Stored(inventory, saved.getMetadata().getResourceVersion()));
  }

  void delete(String work) {
    if (byWork.containsKey(work)) {
      cluster.configMaps().inNamespace(Marks.SYSTEM_NAMESPACE).withName(nameOf(work)).delete();
      byWork.remove(work);
    }
  }

  private static String nameOf(String work) {
    return "work-" + Marks.nameOf(work);
  }

  private static ConfigMap encode(Inventory inventory, @Nullable String version) {
    ArrayNode objects = JsonNodeFactory.instance.arrayNode();
    inventory
        .versions()
        .forEach((id, apiVersion) ->
            objects
                .addObject()
                .put("group", id.group())
                .put("version", apiVersion)
                .put("kind", id.kind())
                .put("namespace", id.namespace())
                .put("name", id.name()));
    Map<String, String> data = new TreeMap<>();
    data.put("work", inventory.work());
    data.put("created", inventory.created());
    data.put("objects", Wire.text(objects));
    if (inventory.swarmId() != null) {
      data.put("swarm", inventory.swarmId());
    }
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(nameOf(inventory.work()))
        .withNamespace(Marks.SYSTEM_NAMESPACE)
        .withResourceVersion(version)
        .addToLabels(LABEL, "true")
        .endMetadata()
        .withData(data)
        .build();
  }

  /** One that cannot be read stops everything: what it lists is not known. */
  private static Inventory decode(ConfigMap map) {
    Map<String, String> data = map.getData() == null ? Map.of() : map.getData();
    String work = data.get("work");
    String objects = data.get("objects");
    if (work == null || objects == null) {
      throw unreadable(map, null);
    }
    try {
      TreeMap<ObjectId, String> versions = new TreeMap<>();
      for (JsonNode object : Wire.parse(objects)) {
        versions.put(
            new ObjectId(
                object.path("group").asText(""),
                object.path("kind").asText(""),
                object.path("namespace").asText(""),
                object.path("name").asText("")),
            object.path("version").asText(""));
      }
      return new Inventory(work, data.getOrDefault("created", ""), data.get("swarm"), versions);
    } catch (JsonProcessingException e) {
      throw unreadable(map, e);
    }
  }

  private static IllegalStateException unreadable(ConfigMap map, @Nullable Exception cause) {
    return new IllegalStateException(
        "the inventory "
            + map.getMetadata().getNamespace()
            + "/"
            + map.getMetadata().getName()
            + " cannot be read; correct it, or delete it and remove what it lists by hand",
        cause);
  }
}
