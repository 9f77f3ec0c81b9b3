package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replicas by load. Before: Autoscaling. After: a HorizontalPodAutoscaler, and no replicas in the
 * workload, which would fight with it.
 */
public final class AutoscalerTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    WorkloadType type = WorkloadType.of(component);
    if (!type.scales()) {
      return Outputs.problem(
          new Problem(
              "cannot-scale",
              "autoscaling",
              "a " + type.kind + " cannot be scaled by load",
              "remove the trait Autoscaling"));
    }
    Map<String, @Nullable Object> autoscaling = Fields.map(component.spec(), "autoscaling");
    List<Problem> problems = new ArrayList<>();
    if (component.origins().getOrDefault("replicas", "").equals("module")) {
      problems.add(
          new Problem(
                  "replicas-owned-twice",
                  "replicas",
                  "the autoscaler owns the number of replicas, so replicas is not used",
                  "remove the trait Replicas")
              .asWarning());
    }
    if (Fields.number(autoscaling, "minReplicas", 1)
        > Fields.number(autoscaling, "maxReplicas", 1)) {
      problems.add(
          new Problem(
              "wrong-range",
              "autoscaling.minReplicas",
              "minReplicas is above maxReplicas",
              "swap them"));
    }
    Map<String, @Nullable Object> spec =
        Fields.of(
            "scaleTargetRef",
                Fields.of(
                    "apiVersion", type.apiVersion, "kind", type.kind, "name", component.name()),
            "minReplicas", autoscaling.get("minReplicas"),
            "maxReplicas", autoscaling.get("maxReplicas"),
            "metrics", metrics(autoscaling),
            "behavior", autoscaling.get("behavior"));
    Map<String, @Nullable Object> removal = new LinkedHashMap<>();
    removal.put("replicas", null);
    return Outputs.object(
            Objects.object(
                "autoscaling/v2", "HorizontalPodAutoscaler", component, component.name(), spec))
        .withPatch(WorkloadType.patch(component, removal))
        .withProblems(problems);
  }

  private static List<@Nullable Object> metrics(Map<String, @Nullable Object> autoscaling) {
    List<@Nullable Object> metrics = new ArrayList<>();
    Object cpu = autoscaling.get("targetCPUUtilization");
    Object memory = autoscaling.get("targetMemoryUtilization");
    if (cpu != null) {
      metrics.add(metric("cpu", cpu));
    }
    if (memory != null) {
      metrics.add(metric("memory", memory));
    }
    metrics.addAll(Fields.list(autoscaling, "metrics"));
    return metrics;
  }

  private static Map<String, @Nullable Object> metric(String name, Object percent) {
    return Fields.of(
        "type",
        "Resource",
        "resource",
        Fields.of(
            "name",
            name,
            "target",
            Fields.of("type", "Utilization", "averageUtilization", percent)));
  }
}
