package dev.fleetwright.render.kubernetes;

import dev.fleetwright.render.module.FlatComponent;
import dev.fleetwright.render.plain.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ports of a component's Service: those that Expose lists, else those of its container. */
final class ServicePorts {

  private ServicePorts() {}

  static List<Map<String, @Nullable Object>> of(FlatComponent component) {
    List<Map<String, @Nullable Object>> exposed =
        Fields.maps(Fields.map(component.spec(), "expose"), "ports");
    List<Map<String, @Nullable Object>> ports = new ArrayList<>();
    if (!exposed.isEmpty()) {
      for (Map<String, @Nullable Object> port : exposed) {
        ports.add(exposed(port));
      }
    } else {
      Map<String, @Nullable Object> container = Fields.map(component.spec(), "container");
      for (Map<String, @Nullable Object> port : Fields.maps(container, "ports")) {
        ports.add(ofContainer(port));
      }
    }
    // Kubernetes wants names as soon as there are two ports.
    if (ports.size() > 1) {
      for (Map<String, @Nullable Object> port : ports) {
        port.putIfAbsent("name", name(port));
      }
    }
    return ports;
  }

  private static String name(Map<String, @Nullable Object> port) {
    return Fields.text(port, "protocol", "TCP").toLowerCase(Locale.ROOT)
        + "-"
        + Fields.number(port, "port", 0);
  }

  private static Map<String, @Nullable Object> exposed(Map<String, @Nullable Object> port) {
    Map<String, @Nullable Object> out = new LinkedHashMap<>(port);
    out.putIfAbsent("targetPort", port.get("port"));
    return out;
  }

  private static Map<String, @Nullable Object> ofContainer(Map<String, @Nullable Object> port) {
    return Fields.of(
        "name", port.get("name"),
        "port", port.get("containerPort"),
        "targetPort", port.get("containerPort"),
        "protocol", Fields.text(port, "protocol", "TCP"));
  }
}
