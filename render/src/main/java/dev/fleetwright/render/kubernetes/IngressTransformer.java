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

/** HTTP from outside. Before: Ingress on an exposed component. After: an Ingress to its Service. */
public final class IngressTransformer implements TransformFunction {

  @Override
  public Outputs transform(TransformInput input) {
    FlatComponent component = input.component();
    Map<String, @Nullable Object> ingress = Fields.map(component.spec(), "ingress");
    String host = Fields.text(ingress, "host", "");
    List<@Nullable Object> paths = new ArrayList<>();
    for (Map<String, @Nullable Object> path : Fields.maps(ingress, "paths")) {
      paths.add(
          Fields.of(
              "path", path.get("path"),
              "pathType", path.get("pathType"),
              "backend",
                  Fields.of(
                      "service",
                      Fields.of(
                          "name", component.name(),
                          "port", Backends.port(component, path.get("port"))))));
    }
    Map<String, @Nullable Object> tls = Fields.map(ingress, "tls");
    Map<String, @Nullable Object> spec =
        Fields.of(
            "ingressClassName", ingress.get("className"),
            "tls",
                tls.isEmpty()
                    ? null
                    : List.of(
                        Fields.of("hosts", List.of(host), "secretName", tls.get("secretName"))),
            "rules", List.of(Fields.of("host", host, "http", Fields.of("paths", paths))));
    Map<String, @Nullable Object> object =
        Objects.object("networking.k8s.io/v1", "Ingress", component, component.name(), spec);
    Map<String, @Nullable Object> metadata = Fields.map(object, "metadata");
    Map<String, @Nullable Object> annotations = Fields.map(ingress, "annotations");
    if (!annotations.isEmpty()) {
      metadata.put("annotations", annotations);
    }
    return Outputs.object(object);
  }
}
