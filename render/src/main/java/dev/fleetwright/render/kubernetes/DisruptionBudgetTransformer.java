package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Before: DisruptionBudget. After: a PodDisruptionBudget for the workload's pods. */
public final class DisruptionBudgetTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    Map<String, @Nullable Object> spec =
        new LinkedHashMap<>(Fields.map(component.spec(), "disruptionBudget"));
    spec.put("selector", Fields.of("matchLabels", Objects.selector(component)));
    return Outputs.object(
        Objects.object("policy/v1", "PodDisruptionBudget", component, component.name(), spec));
  }
}
