package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.plain.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where objects keep their pods. */
final class Pods {

  private Pods() {}

  /** The path of the pod template in an object of this kind; null when it has no pods. */
  static @Nullable String templatePath(Map<String, @Nullable Object> object) {
    return switch (Fields.text(object, "kind", "")) {
      case "Deployment", "StatefulSet", "DaemonSet", "Job", "ReplicaSet" -> "spec.template";
      case "CronJob" -> "spec.jobTemplate.spec.template";
      default -> null;
    };
  }

  static Map<String, @Nullable Object> template(Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> spec = Fields.map(object, "spec");
    return "CronJob".equals(object.get("kind"))
        ? Fields.map(Fields.map(Fields.map(spec, "jobTemplate"), "spec"), "template")
        : Fields.map(spec, "template");
  }

  static Map<String, @Nullable Object> podSpec(Map<String, @Nullable Object> object) {
    return Fields.map(template(object), "spec");
  }

  /** Init containers and containers, each with its path in the pod. */
  static List<Located> containers(Map<String, @Nullable Object> podSpec) {
    List<Located> all = new ArrayList<>();
    for (String field : List.of("initContainers", "containers")) {
      List<Map<String, @Nullable Object>> containers = Fields.maps(podSpec, field);
      for (int i = 0; i < containers.size(); i++) {
        all.add(new Located(field + "[" + i + "]", containers.get(i)));
      }
    }
    return all;
  }

  record Located(String path, Map<String, @Nullable Object> value) {}
}
