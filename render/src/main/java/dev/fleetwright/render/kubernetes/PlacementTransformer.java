package dev.fleetwright.render.kubernetes;

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

/** Says on which nodes the pods may run and how they spread. */
public final class PlacementTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    Map<String, @Nullable Object> placement = Fields.map(component.spec(), "placement");
    List<@Nullable Object> spread = new ArrayList<>();
    for (Map<String, @Nullable Object> rule : Fields.maps(placement, "spread")) {
      Map<String, @Nullable Object> constraint = new LinkedHashMap<>(rule);
      constraint.put("labelSelector", Fields.of("matchLabels", Objects.selector(component)));
      spread.add(constraint);
    }
    return Outputs.patch(
        WorkloadType.podPatch(
            component,
            Fields.of(
                "nodeSelector", placement.get("nodeSelector"),
                "tolerations", placement.get("tolerations"),
                "priorityClassName", placement.get("priorityClassName"),
                "topologySpreadConstraints", spread)));
  }
}
