package dev.fleetwright.render.kubernetes;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A stable address. Before: Expose on a Container with ports. After: a Service to its pods. */
public final class ServiceTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    Map<String, @Nullable Object> expose = Fields.map(component.spec(), "expose");
    List<Map<String, @Nullable Object>> ports = ServicePorts.of(component);
    if (ports.isEmpty()) {
      return Outputs.problem(
          new Problem(
              "no-ports",
              "container",
              "the component is exposed, and its container has no ports",
              "add ports: [{containerPort: 8080}] to the container, or expose.ports"));
    }
    Map<String, @Nullable Object> spec = new LinkedHashMap<>();
    spec.put("selector", Objects.selector(component));
    spec.put("type", Fields.text(expose, "type", "ClusterIP"));
    spec.put("ports", ports);
    return Outputs.object(Objects.object("v1", "Service", component, component.name(), spec));
  }
}
