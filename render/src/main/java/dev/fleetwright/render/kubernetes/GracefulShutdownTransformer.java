package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives the pods time to finish and the main container a last command. */
public final class GracefulShutdownTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    Map<String, @Nullable Object> shutdown = Fields.map(component.spec(), "gracefulShutdown");
    Map<String, @Nullable Object> preStop = Fields.map(shutdown, "preStop");
    Object containers =
        preStop.isEmpty()
            ? null
            : List.of(
                Fields.of(
                    "name", PodTemplate.containerName(component),
                    "lifecycle", Fields.of("preStop", preStop)));
    return Outputs.patch(
        WorkloadType.podPatch(
            component,
            Fields.of(
                "terminationGracePeriodSeconds",
                shutdown.get("gracePeriodSeconds"),
                "containers",
                containers)));
  }
}
