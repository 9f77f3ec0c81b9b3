package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pods of a workload: the main container with its probes, sidecars, init containers. */
final class PodTemplate {

  private final FlatComponent component;
  private final List<Problem> problems = new ArrayList<>();

  PodTemplate(TransformInput input) {
    this.component = input.component();
  }

  List<Problem> problems() {
    return problems;
  }

  Map<String, @Nullable Object> build() {
    Map<String, @Nullable Object> spec = new LinkedHashMap<>();
    List<@Nullable Object> containers = new ArrayList<>();
    containers.add(mainContainer());
    for (Map<String, @Nullable Object> c : Fields.maps(component.spec(), "sidecarContainers")) {
      containers.add(named(c, "sidecar", containers.size()));
    }
    spec.put("containers", containers);
    List<@Nullable Object> init = new ArrayList<>();
    for (Map<String, @Nullable Object> c : Fields.maps(component.spec(), "initContainers")) {
      init.add(named(c, "init", init.size() + 1));
    }
    if (!init.isEmpty()) {
      spec.put("initContainers", init);
    }
    String restart = restartPolicy();
    if (restart != null) {
      spec.put("restartPolicy", restart);
    }
    Map<String, @Nullable Object> labels = new LinkedHashMap<>(Labels.ofPods(component));
    labels.putAll(Objects.selector(component));
    return Fields.of("metadata", Fields.of("labels", labels), "spec", spec);
  }

  /** The main container's name, which patches need. */
  static String containerName(FlatComponent component) {
    return Fields.text(Fields.map(component.spec(), "container"), "name", component.name());
  }

  private Map<String, @Nullable Object> mainContainer() {
    Map<String, @Nullable Object> container = new LinkedHashMap<>();
    container.put("name", containerName(component));
    container.putAll(Fields.map(component.spec(), "container"));
    Map<String, @Nullable Object> health = Fields.map(component.spec(), "healthCheck");
    probe(health, "liveness", "livenessProbe", container);
    probe(health, "readiness", "readinessProbe", container);
    probe(health, "startup", "startupProbe", container);
    return container;
  }

  private void probe(
      Map<String, @Nullable Object> health,
      String field,
      String target,
      Map<String, @Nullable Object> container) {
    Map<String, @Nullable Object> probe = Fields.map(health, field);
    if (probe.isEmpty()) {
      return;
    }
    if (container.containsKey(target)) {
      problems.add(
          new Problem(
              "probe-twice",
              "healthCheck." + field,
              "the container has a " + target + " of its own and HealthCheck gives another",
              "remove one of them"));
    }
    checkTiming(probe, field);
    container.put(target, probe);
  }

  private void checkTiming(Map<String, @Nullable Object> probe, String field) {
    long success = Fields.number(probe, "successThreshold", 1);
    if (success != 1 && !field.equals("readiness")) {
      problems.add(
          new Problem(
              "probe-timing",
              "healthCheck." + field + ".successThreshold",
              "a " + field + " probe succeeds after one success, not " + success,
              "write 1"));
    }
    long timeout = Fields.number(probe, "timeoutSeconds", 1);
    long period = Fields.number(probe, "periodSeconds", 10);
    if (timeout > period) {
      problems.add(
          new Problem(
                  "probe-timing",
                  "healthCheck." + field + ".timeoutSeconds",
                  "a probe every " + period + " s may take " + timeout + " s",
                  "make timeoutSeconds at most periodSeconds")
              .asWarning());
    }
  }

  private Map<String, @Nullable Object> named(
      Map<String, @Nullable Object> container, String role, int number) {
    if (container.containsKey("name")) {
      return container;
    }
    Map<String, @Nullable Object> named = new LinkedHashMap<>();
    named.put("name", component.name() + "-" + role + "-" + number);
    named.putAll(container);
    return named;
  }

  private @Nullable String restartPolicy() {
    String policy = Fields.text(Fields.map(component.spec(), "restartPolicy"), "policy");
    WorkloadType type = WorkloadType.of(component);
    if (type.runsToTheEnd()) {
      boolean written =
          !component.origins().getOrDefault("restartPolicy", "").startsWith("default");
      if ("Always".equals(policy) && !written) {
        return "OnFailure";
      }
      if ("Always".equals(policy)) {
        problems.add(
            new Problem(
                "wrong-restart-policy",
                "restartPolicy.policy",
                "a " + type.kind + " runs to its end and cannot restart Always",
                "write OnFailure or Never"));
      }
      return policy == null ? "OnFailure" : policy;
    }
    if (policy != null && !policy.equals("Always")) {
      problems.add(
          new Problem(
              "wrong-restart-policy",
              "restartPolicy.policy",
              "the pods of a " + type.kind + " restart Always, not " + policy,
              "write Always, or make the component a task: label "
                  + Names.WORKLOAD_TYPE
                  + ": task"));
    }
    return policy;
  }
}
