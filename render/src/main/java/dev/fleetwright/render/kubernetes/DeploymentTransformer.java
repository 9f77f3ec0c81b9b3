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

/** A stateless workload. Before: a Container. After: a Deployment that runs it. */
public final class DeploymentTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    PodTemplate pods = new PodTemplate(input);
    Map<String, @Nullable Object> spec = new LinkedHashMap<>();
    spec.put("replicas", Scaling.replicas(input));
    spec.put("selector", Fields.of("matchLabels", Objects.selector(component)));
    spec.put("template", pods.build());
    List<Problem> problems = new ArrayList<>(pods.problems());
    Map<String, @Nullable Object> strategy = Fields.map(component.spec(), "updateStrategy");
    if (!strategy.isEmpty()) {
      spec.put("strategy", strategy(strategy, problems));
    }
    return Outputs.object(
            Objects.object("apps/v1", "Deployment", component, component.name(), spec))
        .withProblems(problems);
  }

  private static Map<String, @Nullable Object> strategy(
      Map<String, @Nullable Object> strategy, List<Problem> problems) {
    String type = Fields.text(strategy, "type", "RollingUpdate");
    Map<String, @Nullable Object> rolling =
        new LinkedHashMap<>(Fields.map(strategy, "rollingUpdate"));
    if (type.equals("OnDelete")) {
      problems.add(
          new Problem(
              "wrong-update-strategy",
              "updateStrategy.type",
              "a Deployment has no update strategy OnDelete",
              "write RollingUpdate or Recreate"));
    }
    if (rolling.remove("partition") != null) {
      problems.add(
          new Problem(
              "wrong-update-strategy",
              "updateStrategy.rollingUpdate.partition",
              "only a stateful workload updates by partition",
              "remove it"));
    }
    if (isZero(rolling.get("maxUnavailable")) && isZero(rolling.get("maxSurge"))) {
      problems.add(
          new Problem(
              "wrong-update-strategy",
              "updateStrategy.rollingUpdate",
              "with maxUnavailable 0 and maxSurge 0 no update can ever proceed",
              "allow one of them"));
    }
    return Fields.of("type", type, "rollingUpdate", type.equals("RollingUpdate") ? rolling : null);
  }

  private static boolean isZero(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() == 0 : "0%".equals(value);
  }
}
