package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.NameRule;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds for pods, and for the pod templates of workloads. */
final class PodRules {
  private static final Set<String> CHANGEABLE =
      Set.of("activeDeadlineSeconds", "tolerations", "terminationGracePeriodSeconds");

  private PodRules() {}

  /** Fills in what follows from other fields of a pod's spec. */
  static void complete(@Nullable ObjectNode spec) {
    if (spec == null) {
      return;
    }
    for (String field : List.of("containers", "initContainers")) {
      for (JsonNode node : spec.path(field)) {
        if (node instanceof ObjectNode container) {
          completeContainer(container);
        }
      }
    }
    for (JsonNode node : spec.path("volumes")) {
      if (node instanceof ObjectNode volume && volume.size() == 1 && volume.has("name")) {
        volume.putObject("emptyDir");
      }
    }
  }

  private static void completeContainer(ObjectNode container) {
    String image = Json.textOrEmpty(container, "image");
    if (!container.has("imagePullPolicy") && !image.isEmpty()) {
      container.put("imagePullPolicy", isLatest(image) ? "Always" : "IfNotPresent");
    }
    for (String amount : List.of("limits", "requests")) {
      Quantities.toText(Json.objectAt(container, "resources", amount));
    }
  }

  private static boolean isLatest(String image) {
    String last = image.substring(image.lastIndexOf('/') + 1);
    return !image.contains("@") && (!last.contains(":") || last.endsWith(":latest"));
  }

  /** What only pods get, and not the templates of pods. */
  static void completePod(ObjectNode pod, boolean isNew) {
    ObjectNode spec = Json.objectAt(pod, "spec");
    if (spec == null) {
      return;
    }
    if (!spec.has("enableServiceLinks")) {
      spec.put("enableServiceLinks", true);
    }
    for (JsonNode container : spec.path("containers")) {
      ObjectNode limits = Json.objectAt(container, "resources", "limits");
      if (limits != null && container.get("resources") instanceof ObjectNode resources) {
        ObjectNode requests =
            resources.get("requests") instanceof ObjectNode given
                ? given
                : resources.putObject("requests");
        for (Map.Entry<String, JsonNode> limit : limits.properties()) {
          if (!requests.has(limit.getKey())) {
            requests.set(limit.getKey(), limit.getValue());
          }
        }
      }
    }
    if (isNew) {
      pod.putObject("status").put("phase", "Pending").put("qosClass", quality(spec));
    }
  }

  private static String quality(ObjectNode spec) {
    boolean any = false;
    boolean guaranteed = true;
    for (JsonNode container : spec.path("containers")) {
      JsonNode resources = container.path("resources");
      any |= !resources.path("limits").isEmpty() || !resources.path("requests").isEmpty();
      for (String name : List.of("cpu", "memory")) {
        JsonNode limit = resources.path("limits").path(name);
        guaranteed &= !limit.isMissingNode() && limit.equals(resources.path("requests").path(name));
      }
    }
    return !any ? "BestEffort" : guaranteed ? "Guaranteed" : "Burstable";
  }

  /** What is wrong with a pod's spec. */
  static void check(JsonNode spec, String path, Set<String> restarts, List<Cause> causes) {
    JsonNode containers = spec.path("containers");
    if (containers.isEmpty()) {
      causes.add(Cause.required(path + ".containers", ""));
    }
    Set<String> names = new HashSet<>();
    Set<String> volumes = new HashSet<>();
    spec.path("volumes").forEach(volume -> volumes.add(Json.textOrEmpty(volume, "name")));
    for (String field : List.of("initContainers", "containers")) {
      JsonNode list = spec.path(field);
      for (int i = 0; i < list.size(); i++) {
        container(list.get(i), path + "." + field + "[" + i + "]", names, volumes, causes);
      }
    }
    String restart = Json.textOrEmpty(spec, "restartPolicy");
    if (!restart.isEmpty() && !restarts.contains(restart)) {
      causes.add(
          Cause.unsupported(
              path + ".restartPolicy", restart, restarts.stream().sorted().toArray(String[]::new)));
    }
  }

  private static void container(
      JsonNode container, String path, Set<String> names, Set<String> volumes, List<Cause> causes) {
    String name = Json.textOrEmpty(container, "name");
    String complaint = name.isEmpty() ? null : NameRule.LABEL.complaint(name);
    if (name.isEmpty()) {
      causes.add(Cause.required(path + ".name", ""));
    } else if (complaint != null) {
      causes.add(Cause.invalid(path + ".name", "\"" + name + "\"", complaint));
    } else if (!names.add(name)) {
      causes.add(
          new Cause("FieldValueDuplicate", "Duplicate value: \"" + name + "\"", path + ".name"));
    }
    if (Json.textOrEmpty(container, "image").isBlank()) {
      causes.add(Cause.required(path + ".image", ""));
    }
    JsonNode ports = container.path("ports");
    for (int i = 0; i < ports.size(); i++) {
      Ports.check(
          ports.get(i).path("containerPort"), path + ".ports[" + i + "].containerPort", causes);
    }
    JsonNode mounts = container.path("volumeMounts");
    for (int i = 0; i < mounts.size(); i++) {
      String volume = Json.textOrEmpty(mounts.get(i), "name");
      if (!volumes.contains(volume)) {
        causes.add(
            new Cause(
                "FieldValueNotFound",
                "Not found: \"" + volume + "\"",
                path + ".volumeMounts[" + i + "].name"));
      }
    }
  }

  /** A pod that exists may change in few places only. */
  static void unchanged(ObjectNode pod, ObjectNode live, List<Cause> causes) {
    if (!changeless(pod).equals(changeless(live))) {
      causes.add(
          Cause.forbidden(
              "spec",
              "pod updates may not change fields other than `spec.containers[*].image`,"
                  + " `spec.initContainers[*].image`, `spec.activeDeadlineSeconds`,"
                  + " `spec.tolerations` (only additions to existing tolerations) and"
                  + " `spec.terminationGracePeriodSeconds`"));
    }
  }

  private static JsonNode changeless(ObjectNode pod) {
    if (!(pod.path("spec").deepCopy() instanceof ObjectNode spec)) {
      return pod.path("spec");
    }
    spec.remove(CHANGEABLE);
    spec.remove("nodeName");
    for (String field : List.of("containers", "initContainers")) {
      for (JsonNode container : spec.path(field)) {
        if (container instanceof ObjectNode object) {
          object.remove(List.of("image", "imagePullPolicy"));
        }
      }
    }
    return spec;
  }
}
