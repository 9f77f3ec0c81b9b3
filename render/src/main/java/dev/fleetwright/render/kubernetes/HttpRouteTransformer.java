package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import dev.fleetwright.render.transform.Outputs;
import dev.fleetwright.render.transform.TransformFunction;
import dev.fleetwright.render.transform.TransformInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * HTTP from a gateway. Before: HttpRoute on an exposed component. After: an HTTPRoute to its
 * Service.
 */
public final class HttpRouteTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    Map<String, @Nullable Object> route = Fields.map(component.spec(), "httpRoute");
    List<@Nullable Object> rules = new ArrayList<>();
    for (Map<String, @Nullable Object> path : Fields.maps(route, "paths")) {
      String type = Fields.text(path, "pathType", "Prefix");
      rules.add(
          Fields.of(
              "matches",
                  List.of(
                      Fields.of(
                          "path",
                          Fields.of(
                              "type",
                              type.equals("Prefix") ? "PathPrefix" : type,
                              "value",
                              path.get("path")))),
              "backendRefs",
                  List.of(
                      Fields.of(
                          "name", component.name(),
                          "port", Backends.number(component, path.get("port"))))));
    }
    return Outputs.object(
        Objects.object(
            "gateway.networking.k8s.io/v1",
            "HTTPRoute",
            component,
            component.name(),
            Fields.of(
                "parentRefs", List.of(Fields.map(route, "gateway")),
                "hostnames", route.get("hostnames"),
                "rules", rules)));
  }
}
