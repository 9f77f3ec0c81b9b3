package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.List;

/** Puts requests and limits on the main container. */
public final class ResourcesTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    return Outputs.patch(
        WorkloadType.podPatch(
            component,
            Fields.of(
                "containers",
                List.of(
                    Fields.of(
                        "name", PodTemplate.containerName(component),
                        "resources", Fields.map(component.spec(), "resources"))))));
  }
}
