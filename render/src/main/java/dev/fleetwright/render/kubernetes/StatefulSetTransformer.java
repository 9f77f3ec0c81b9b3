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
 * A workload whose replicas have names and storage of their own. Before: a Container labelled
 * stateful. After: a StatefulSet, and the Service that names its pods when nothing else exposes it.
 */
public final class StatefulSetTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    PodTemplate pods = new PodTemplate(input);
    List<Problem> problems = new ArrayList<>();
    Map<String, @Nullable Object> spec = new LinkedHashMap<>();
    spec.put("serviceName", component.name());
    spec.put("replicas", Scaling.replicas(input));
    spec.put("selector", Fields.of("matchLabels", Objects.selector(component)));
    spec.put("template", pods.build());
    Map<String, @Nullable Object> strategy = Fields.map(component.spec(), "updateStrategy");
    if (!strategy.isEmpty()) {
      spec.put("updateStrategy", strategy(strategy, problems));
    }
    problems.addAll(pods.problems());
    List<Map<String, @Nullable Object>> objects = new ArrayList<>();
    objects.add(Objects.object("apps/v1", "StatefulSet", component, component.name(), spec));
    if (!component.has(Names.EXPOSE)) {
      objects.add(headless(component));
    }
    return Outputs.objects(objects).withProblems(problems);
  }

  /** A StatefulSet needs a Service for the names of its pods, even if nobody else uses it. */
  private static Map<String, @Nullable Object> headless(FlatComponent component) {
    return Objects.object(
        "v1",
        "Service",
        component,
        component.name(),
        Fields.of(
            "clusterIP", "None",
            "selector", Objects.selector(component),
            "ports", ServicePorts.of(component)));
  }

  private static Map<String, @Nullable Object> strategy(
      Map<String, @Nullable Object> strategy, List<Problem> problems) {
    String type = Fields.text(strategy, "type", "RollingUpdate");
    if (type.equals("Recreate")) {
      problems.add(
          new Problem(
              "wrong-update-strategy",
              "updateStrategy.type",
              "a StatefulSet has no update strategy Recreate",
              "write RollingUpdate or OnDelete"));
    }
    // The server has maxUnavailable behind a feature gate and knows no maxSurge here.
    Object partition = Fields.map(strategy, "rollingUpdate").get("partition");
    return Fields.of(
        "type",
        type,
        "rollingUpdate",
        type.equals("RollingUpdate") ? Fields.of("partition", partition) : null);
  }
}
