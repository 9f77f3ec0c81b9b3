package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Platform.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What must fit between objects: Services and ports, autoscalers and workloads, routes, claims. */
final class TogetherRules {

  private static final Set<String> WORKLOADS =
      Set.of("Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob");

  private final List<Map<String, @Nullable Object>> objects;

  /** By {@code Kind namespace/name}. */
  private final Map<String, Map<String, @Nullable Object>> byName = new HashMap<>();

  /** Workloads by {@code namespace key=value} of each of their pods' labels. */
  private final Map<String, List<Map<String, @Nullable Object>>> byPodLabel = new HashMap<>();

  private final List<Finding> findings = new ArrayList<>();
  private int index;

  private TogetherRules(List<Map<String, @Nullable Object>> objects) {
    this.objects = objects;
    for (Map<String, @Nullable Object> object : objects) {
      byName.put(kind(object) + " " + namespace(object) + "/" + name(object), object);
      if (WORKLOADS.contains(kind(object))) {
        labelsOfPods(object)
            .forEach((key, value) ->
                byPodLabel
                    .computeIfAbsent(
                        namespace(object) + " " + key + "=" + value, _ -> new ArrayList<>())
                    .add(object));
      }
    }
  }

  static List<Finding> check(List<Map<String, @Nullable Object>> objects) {
    TogetherRules rules = new TogetherRules(objects);
    for (rules.index = 0; rules.index < objects.size(); rules.index++) {
      rules.object(objects.get(rules.index));
    }
    return rules.findings;
  }

  private void object(Map<String, @Nullable Object> object) {
    switch (kind(object)) {
      case "Service" -> service(object);
      case "HorizontalPodAutoscaler" -> autoscaler(object);
      case "Ingress" -> ingress(object);
      case "HTTPRoute" -> route(object);
      case "PodDisruptionBudget", "NetworkPolicy" -> {}
      default -> {
        if (WORKLOADS.contains(kind(object))) {
          claims(object);
        }
      }
    }
  }

  private void service(Map<String, @Nullable Object> service) {
    Map<String, @Nullable Object> spec = Fields.map(service, "spec");
    Map<String, @Nullable Object> selector = Fields.map(spec, "selector");
    if (selector.isEmpty()) {
      return;
    }
    List<Map<String, @Nullable Object>> targets = selected(namespace(service), selector);
    if (targets.isEmpty()) {
      add(
          "no-target",
          "spec.selector",
          "no workload of the module has pods with these labels",
          "select the labels of a workload's pods");
      return;
    }
    List<Map<String, @Nullable Object>> ports = Fields.maps(spec, "ports");
    for (int i = 0; i < ports.size(); i++) {
      Object target = ports.get(i).get("targetPort");
      Set<String> known = new TreeSet<>();
      boolean found = false;
      for (Map<String, @Nullable Object> workload : targets) {
        found |= hasPort(workload, target, known);
      }
      if (!found && !known.isEmpty() && target != null) {
        add(
            "unknown-port",
            "spec.ports[" + i + "].targetPort",
            "no container of " + name(targets.getFirst()) + " has the port " + target,
            "use one of: " + String.join(", ", known));
      }
    }
  }

  private static boolean hasPort(
      Map<String, @Nullable Object> workload, @Nullable Object target, Set<String> known) {
    boolean found = false;
    for (Pods.Located container : Pods.containers(Pods.podSpec(workload))) {
      for (Map<String, @Nullable Object> port : Fields.maps(container.value(), "ports")) {
        long number = Fields.number(port, "containerPort", 0);
        String name = Fields.text(port, "name");
        known.add(name == null ? "" + number : name);
        found |=
            target instanceof Number n
                ? n.longValue() == number
                : name != null && name.equals(target);
      }
    }
    return found;
  }

  private List<Map<String, @Nullable Object>> selected(
      String namespace, Map<String, @Nullable Object> selector) {
    Map.Entry<String, @Nullable Object> first = selector.entrySet().iterator().next();
    List<Map<String, @Nullable Object>> all = new ArrayList<>();
    for (Map<String, @Nullable Object> workload :
        byPodLabel.getOrDefault(
            namespace + " " + first.getKey() + "=" + first.getValue(), List.of())) {
      if (labelsOfPods(workload).entrySet().containsAll(selector.entrySet())) {
        all.add(workload);
      }
    }
    return all;
  }

  private void autoscaler(Map<String, @Nullable Object> autoscaler) {
    Map<String, @Nullable Object> spec = Fields.map(autoscaler, "spec");
    Map<String, @Nullable Object> target = Fields.map(spec, "scaleTargetRef");
    String key =
        Fields.text(target, "kind", "")
            + " "
            + namespace(autoscaler)
            + "/"
            + Fields.text(target, "name", "");
    Map<String, @Nullable Object> workload = byName.get(key);
    if (workload == null) {
      add(
          "no-target",
          "spec.scaleTargetRef",
          "the module has no " + key,
          "scale a workload of the module");
      return;
    }
    if (Fields.map(workload, "spec").containsKey("replicas")) {
      add(
          "replicas-owned-twice",
          "spec.scaleTargetRef",
          key + " sets replicas, which the autoscaler owns",
          "leave replicas out of the workload");
    }
    if (Fields.number(spec, "minReplicas", 1) > Fields.number(spec, "maxReplicas", 1)) {
      add("wrong-range", "spec.minReplicas", "minReplicas is above maxReplicas", "swap them");
    }
    for (Map<String, @Nullable Object> metric : Fields.maps(spec, "metrics")) {
      Map<String, @Nullable Object> resource = Fields.map(metric, "resource");
      boolean byUse = "Utilization".equals(Fields.map(resource, "target").get("type"));
      String name = Fields.text(resource, "name", "");
      boolean requested =
          Pods.containers(Pods.podSpec(workload)).stream()
              .anyMatch(c -> asks(c, "requests", name) || asks(c, "limits", name));
      if (byUse && !requested) {
        warn(
            "no-request",
            "spec.metrics",
            "the autoscaler looks at the share of the " + name + " request, and there is none",
            "add the trait Resources with requests." + name);
      }
    }
  }

  private static boolean asks(Pods.Located container, String field, String name) {
    return Fields.map(Fields.map(container.value(), "resources"), field).containsKey(name);
  }

  private void ingress(Map<String, @Nullable Object> ingress) {
    List<Map<String, @Nullable Object>> rules = Fields.maps(Fields.map(ingress, "spec"), "rules");
    for (int i = 0; i < rules.size(); i++) {
      List<Map<String, @Nullable Object>> paths =
          Fields.maps(Fields.map(rules.get(i), "http"), "paths");
      for (int j = 0; j < paths.size(); j++) {
        Map<String, @Nullable Object> service =
            Fields.map(Fields.map(paths.get(j), "backend"), "service");
        Map<String, @Nullable Object> port = Fields.map(service, "port");
        Object wanted = port.get("name") == null ? port.get("number") : port.get("name");
        backend(
            ingress,
            Fields.text(service, "name", ""),
            wanted,
            "spec.rules[" + i + "].http.paths[" + j + "].backend.service");
      }
    }
  }

  private void route(Map<String, @Nullable Object> route) {
    List<Map<String, @Nullable Object>> rules = Fields.maps(Fields.map(route, "spec"), "rules");
    for (int i = 0; i < rules.size(); i++) {
      List<Map<String, @Nullable Object>> backends = Fields.maps(rules.get(i), "backendRefs");
      for (int j = 0; j < backends.size(); j++) {
        backend(
            route,
            Fields.text(backends.get(j), "name", ""),
            backends.get(j).get("port"),
            "spec.rules[" + i + "].backendRefs[" + j + "]");
      }
    }
  }

  private void backend(
      Map<String, @Nullable Object> from, String name, @Nullable Object port, String path) {
    Map<String, @Nullable Object> service = byName.get("Service " + namespace(from) + "/" + name);
    if (service == null) {
      add(
          "no-target",
          path,
          "the module has no Service " + name,
          "add the trait Expose to the component");
      return;
    }
    Set<String> known = new TreeSet<>();
    for (Map<String, @Nullable Object> own : Fields.maps(Fields.map(service, "spec"), "ports")) {
      known.add(String.valueOf(own.get("port")));
      if (own.get("name") instanceof String text) {
        known.add(text);
      }
    }
    if (!known.contains(String.valueOf(port))) {
      add(
          "unknown-port",
          path,
          "the Service " + name + " has no port " + port,
          "use one of: " + String.join(", ", known));
    }
  }

  /**
   * Claims, ConfigMaps and Secrets that a pod names should exist; others may bring the last two.
   */
  private void claims(Map<String, @Nullable Object> workload) {
    Map<String, @Nullable Object> pod = Pods.podSpec(workload);
    List<Map<String, @Nullable Object>> volumes = Fields.maps(pod, "volumes");
    for (int i = 0; i < volumes.size(); i++) {
      String at = Pods.templatePath(workload) + ".spec.volumes[" + i + "]";
      String claim = Fields.text(Fields.map(volumes.get(i), "persistentVolumeClaim"), "claimName");
      if (claim != null) {
        refer(workload, "PersistentVolumeClaim", claim, at, true);
      }
      Map<String, @Nullable Object> configMap = Fields.map(volumes.get(i), "configMap");
      if (configMap.get("name") instanceof String name && !Fields.flag(configMap, "optional")) {
        refer(workload, "ConfigMap", name, at, false);
      }
      Map<String, @Nullable Object> secret = Fields.map(volumes.get(i), "secret");
      if (secret.get("secretName") instanceof String name && !Fields.flag(secret, "optional")) {
        refer(workload, "Secret", name, at, false);
      }
    }
  }

  private void refer(
      Map<String, @Nullable Object> workload, String kind, String name, String at, boolean must) {
    if (byName.containsKey(kind + " " + namespace(workload) + "/" + name)) {
      return;
    }
    Set<String> known = new TreeSet<>();
    for (Map<String, @Nullable Object> object : objects) {
      if (kind(object).equals(kind) && namespace(object).equals(namespace(workload))) {
        known.add(name(object));
      }
    }
    String nextStep =
        Suggestion.nearest(name, known)
            .map(nearest -> "did you mean \"" + nearest + "\"?")
            .orElse(
                must ? "add it to the module" : "make sure that it exists when this is applied");
    String message = "the module has no " + kind + " \"" + name + "\"";
    if (must) {
      add("no-target", at, message, nextStep);
    } else {
      warn("outside-reference", at, message, nextStep);
    }
  }

  private static Map<String, @Nullable Object> labelsOfPods(Map<String, @Nullable Object> object) {
    return Fields.map(Fields.map(Pods.template(object), "metadata"), "labels");
  }

  private static String kind(Map<String, @Nullable Object> object) {
    return Fields.text(object, "kind", "");
  }

  private static String name(Map<String, @Nullable Object> object) {
    return Fields.text(Fields.map(object, "metadata"), "name", "");
  }

  private static String namespace(Map<String, @Nullable Object> object) {
    return Fields.text(Fields.map(object, "metadata"), "namespace", "");
  }

  private void add(String code, String path, String message, String nextStep) {
    findings.add(new Finding(index, new Problem(code, path, message, nextStep)));
  }

  private void warn(String code, String path, String message, String nextStep) {
    findings.add(new Finding(index, new Problem(code, path, message, nextStep).asWarning()));
  }
}
