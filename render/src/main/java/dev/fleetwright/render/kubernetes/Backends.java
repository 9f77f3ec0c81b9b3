package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The port of a component's Service that a route leads to: the one given, else the first. */
final class Backends {

  private Backends() {}

  static Map<String, @Nullable Object> port(FlatComponent component, @Nullable Object wanted) {
    if (wanted instanceof String name) {
      return Fields.of("name", name);
    }
    return Fields.of("number", number(component, wanted));
  }

  static @Nullable Object number(FlatComponent component, @Nullable Object wanted) {
    List<Map<String, @Nullable Object>> ports = ServicePorts.of(component);
    for (Map<String, @Nullable Object> port : ports) {
      if (wanted != null && wanted.equals(port.get("name"))) {
        return port.get("port");
      }
    }
    if (wanted != null) {
      return wanted;
    }
    return ports.isEmpty() ? null : ports.getFirst().get("port");
  }
}
