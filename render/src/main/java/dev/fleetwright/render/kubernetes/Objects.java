package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How every Kubernetes object begins. */
final class Objects {

  private Objects() {}

  static Map<String, @Nullable Object> object(
      String apiVersion, String kind, FlatComponent component, String name) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("apiVersion", apiVersion);
    object.put("kind", kind);
    object.put("metadata", Fields.of("name", name, "namespace", component.namespace()));
    return object;
  }

  static Map<String, @Nullable Object> object(
      String apiVersion,
      String kind,
      FlatComponent component,
      String name,
      Map<String, @Nullable Object> spec) {
    Map<String, @Nullable Object> object = object(apiVersion, kind, component, name);
    object.put("spec", spec);
    return object;
  }

  /** What finds a workload's pods. Immutable on the server, so it has nothing that ever changes. */
  static Map<String, @Nullable Object> selector(FlatComponent component) {
    return Fields.of("app", component.name());
  }
}
