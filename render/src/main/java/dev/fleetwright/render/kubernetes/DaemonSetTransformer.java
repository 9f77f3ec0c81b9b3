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

/** One pod on each node. Before: a Container labelled daemon. After: a DaemonSet. */
public final class DaemonSetTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    PodTemplate pods = new PodTemplate(input);
    List<Problem> problems = new ArrayList<>();
    Map<String, @Nullable Object> spec = new LinkedHashMap<>();
    spec.put("selector", Fields.of("matchLabels", Objects.selector(component)));
    spec.put("template", pods.build());
    Map<String, @Nullable Object> strategy = Fields.map(component.spec(), "updateStrategy");
    if (!strategy.isEmpty()) {
      spec.put("updateStrategy", strategy(strategy, problems));
    }
    problems.addAll(pods.problems());
    return Outputs.object(Objects.object("apps/v1", "DaemonSet", component, component.name(), spec))
        .withProblems(problems);
  }

  private static Map<String, @Nullable Object> strategy(
      Map<String, @Nullable Object> strategy, List<Problem> problems) {
    String type = Fields.text(strategy, "type", "RollingUpdate");
    if (type.equals("Recreate")) {
      problems.add(
          new Problem(
              "wrong-update-strategy",
              "updateStrategy.type",
              "a DaemonSet has no update strategy Recreate",
              "write RollingUpdate or OnDelete"));
    }
    // One pod per node: only unavailability counts, a second pod beside the first needs a gate.
    Object unavailable = Fields.map(strategy, "rollingUpdate").get("maxUnavailable");
    return Fields.of(
        "type",
        type,
        "rollingUpdate",
        type.equals("RollingUpdate") ? Fields.of("maxUnavailable", unavailable) : null);
  }
}
