package dev.fleetwright.hub.capability;

import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.placement.work.CanonicalJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Gives the endpoints of its bindings to a consumer: as variables of every container, so that a
 * changed address rolls the pods, and as a ConfigMap for whoever else wants to know. Pure
 * functions.
 */
public final class Consumers {

  private static final int LONGEST_NAME = 253;
  private static final int HASH = 12;

  private Consumers() {}

  /** The objects of a module with the variables in their containers; the given ones stay as is. */
  public static List<Map<String, Object>> told(
      List<Map<String, Object>> objects, Map<String, String> variables) {
    return variables.isEmpty()
        ? objects
        : objects.stream().map(object -> told(object, variables)).toList();
  }

  private static Map<String, Object> told(
      Map<String, Object> object, Map<String, String> variables) {
    return switch (Plain.text(object, "kind")) {
      case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job" ->
          within(object, List.of("spec", "template", "spec"), variables);
      case "CronJob" ->
          within(object, List.of("spec", "jobTemplate", "spec", "template", "spec"), variables);
      case "Pod" -> within(object, List.of("spec"), variables);
      default -> object;
    };
  }

  /** A copy along the path to the pod; the rest is shared. */
  private static Map<String, Object> within(
      Map<String, Object> map, List<String> path, Map<String, String> variables) {
    Map<String, Object> copy = new LinkedHashMap<>(map);
    if (path.isEmpty()) {
      for (String list : List.of("initContainers", "containers")) {
        if (copy.get(list) instanceof List<?> containers) {
          copy.put(list, containers.stream().map(one -> container(one, variables)).toList());
        }
      }
      return copy;
    }
    if (!copy.containsKey(path.getFirst())) {
      return map;
    }
    copy.put(
        path.getFirst(),
        within(Plain.child(copy, path.getFirst()), path.subList(1, path.size()), variables));
    return copy;
  }

  /** What the module sets itself stays. */
  private static Object container(Object container, Map<String, String> variables) {
    if (!(container instanceof Map<?, ?> map)) {
      return container;
    }
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> copy.put(String.valueOf(key), value));
    List<Object> environment = new ArrayList<>();
    List<Object> own = new ArrayList<>();
    if (map.get("env") instanceof List<?> list) {
      list.forEach(entry -> {
        environment.add(entry);
        own.add(entry instanceof Map<?, ?> variable ? variable.get("name") : null);
      });
    }
    // Before the module's own, so that those can refer to these.
    List<Object> given = new ArrayList<>();
    variables.forEach((name, value) -> {
      if (!own.contains(name)) {
        Map<String, Object> variable = new LinkedHashMap<>();
        variable.put("name", name);
        variable.put("value", value);
        given.add(variable);
      }
    });
    given.addAll(environment);
    copy.put("env", given);
    return copy;
  }

  /** The ConfigMap of a consumer: the same names and values as its variables. */
  public static Map<String, Object> configMap(
      String module,
      String namespace,
      Map<String, String> labels,
      SortedMap<String, String> variables) {
    return Plain.of(
        Map.of(
            "apiVersion",
            "v1",
            "kind",
            "ConfigMap",
            "metadata",
            Map.of("name", configMapName(module), "namespace", namespace, "labels", labels),
            "data",
            variables));
  }

  /** {@code <module>-bindings}. */
  static String configMapName(String module) {
    String name = module + "-bindings";
    return name.length() <= LONGEST_NAME
        ? name
        : module.substring(0, LONGEST_NAME - HASH - "--bindings".length())
            + "-"
            + CanonicalJson.digest(List.of(module)).substring(0, HASH)
            + "-bindings";
  }
}
