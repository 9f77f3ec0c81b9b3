package dev.fleetwright.cli.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that hub and agents have written, without what two runs cannot have in common: times,
 * ids of objects, how often something was written, and the way that led there.
 */
final class Snapshot {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final List<String> OF_HUB =
      List.of(
          "game.platform/v1alpha1 WorldInstance",
          "game.platform/v1alpha1 GameDefinition",
          "game.platform/v1alpha1 ModuleManifest",
          "game.platform/v1alpha1 CapabilityBinding",
          "release.fleetwright.dev/v1alpha1 ReleaseTarget",
          "control.kubestellar.io/v1alpha1 BindingPolicy",
          "control.kubestellar.io/v1alpha1 Binding",
          "control.kubestellar.io/v1alpha1 CombinedStatus",
          "control.kubestellar.io/v1alpha1 WorkStatus",
          "work.open-cluster-management.io/v1 ManifestWork");
  private static final List<String> OF_CLUSTERS =
      List.of("v1 Namespace", "v1 ConfigMap", "v1 Service", "apps/v1 Deployment");

  /** Names of fields, wherever they stand. */
  private static final Set<String> OWN_TO_A_RUN =
      Set.of(
          "uid",
          "resourceVersion",
          "managedFields",
          "generation",
          "observedGeneration",
          "creationTimestamp",
          "created",
          "lastTransitionTime",
          "lastUpdateTime",
          "lastReturnedUpdateTimestamp",
          "lastCurrencyUpdateTime",
          "lastResolvedTime",
          "lastGeneration",
          "clusterIP",
          "clusterIPs");

  /** The way that led to a decision; two runs see different moments. */
  private static final Set<String> HISTORY = Set.of("history", "decisions", "decision");

  private Snapshot() {}

  /** By kind, namespace and name. */
  static SortedMap<String, String> of(Bed bed) {
    SortedMap<String, String> all = new TreeMap<>();
    OF_HUB.forEach(kind -> read("hub", bed.hub(), kind, all));
    for (String cluster : bed.clusters()) {
      OF_CLUSTERS.forEach(kind -> read(cluster, bed.client(cluster), kind, all));
    }
    return all;
  }

  /** The version of everything; the same while nobody writes. */
  static SortedMap<String, String> versions(Bed bed) {
    SortedMap<String, String> all = new TreeMap<>();
    OF_HUB.forEach(kind ->
        list(bed.hub(), kind)
            .forEach(object ->
                all.put(
                    kind
                        + " "
                        + object.getMetadata().getNamespace()
                        + "/"
                        + object.getMetadata().getName(),
                    object.getMetadata().getResourceVersion())));
    for (String cluster : bed.clusters()) {
      OF_CLUSTERS.forEach(kind ->
          list(bed.client(cluster), kind)
              .forEach(object ->
                  all.put(
                      cluster
                          + " "
                          + kind
                          + " "
                          + object.getMetadata().getNamespace()
                          + "/"
                          + object.getMetadata().getName(),
                      object.getMetadata().getResourceVersion())));
    }
    return all;
  }

  /** What is only in one of them, or otherwise in the other; empty when they are the same. */
  static String difference(SortedMap<String, String> wanted, SortedMap<String, String> actual) {
    SortedSet<String> keys = new TreeSet<>(wanted.keySet());
    keys.addAll(actual.keySet());
    StringBuilder text = new StringBuilder();
    for (String key : keys) {
      String here = wanted.getOrDefault(key, "nothing");
      String there = actual.getOrDefault(key, "nothing");
      if (!here.equals(there)) {
        text.append(key).append("\n  wanted ").append(here).append("\n  actual ").append(there);
        text.append('\n');
      }
    }
    return text.toString();
  }

  private static List<GenericKubernetesResource> list(KubernetesClient client, String kind) {
    String[] parts = kind.split(" ", -1);
    return client.genericKubernetesResources(parts[0], parts[1]).inAnyNamespace().list().getItems();
  }

  private static void read(
      String where, KubernetesClient client, String kind, SortedMap<String, String> into) {
    for (GenericKubernetesResource object : list(client, kind)) {
      JsonNode plain = plain(JSON.valueToTree(object));
      String namespace = object.getMetadata().getNamespace();
      String name = object.getMetadata().getName();
      if (name.equals("kube-root-ca.crt")) {
        continue;
      }
      if (kind.endsWith("CombinedStatus")) {
        // It is named by ids; its labels say whose it is.
        name = plain.path("metadata").path("labels").toString();
        ((ObjectNode) plain.path("metadata")).remove("name");
      }
      String key =
          where
              + " "
              + kind.split(" ", -1)[1]
              + " "
              + (namespace == null ? "" : namespace)
              + "/"
              + name;
      String twin = into.put(key, plain.toString());
      if (twin != null) {
        into.put(key + " again", twin);
      }
    }
  }

  private static JsonNode plain(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      names.stream()
          .sorted()
          .filter(name -> !OWN_TO_A_RUN.contains(name) && !HISTORY.contains(name))
          .filter(name -> !name.endsWith("world-uid"))
          .forEach(name -> copy.set(name, plain(object.get(name))));
      return copy;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      array.forEach(item -> copy.add(plain(item)));
      return copy;
    }
    return node;
  }
}
