package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds for services. Their addresses lead nowhere, but clients want to see some. */
final class ServiceRules {
  private static final Set<String> TYPES =
      Set.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
  private static final int FIRST_NODE_PORT = 30_000;
  private static final int NODE_PORTS = 2_768;

  private ServiceRules() {}

  static void complete(ObjectNode service, @Nullable ObjectNode live) {
    ObjectNode spec = Json.objectAt(service, "spec");
    if (spec == null) {
      return;
    }
    String type = Json.textOrEmpty(spec, "type");
    int hash = Math.floorMod(Json.textOrEmpty(service, "metadata", "uid").hashCode(), 1 << 20);
    boolean outside = type.equals("NodePort") || type.equals("LoadBalancer");
    int i = 0;
    for (JsonNode node : spec.path("ports")) {
      if (node instanceof ObjectNode port) {
        if (!port.has("targetPort") && port.has("port")) {
          port.set("targetPort", port.get("port"));
        }
        if (outside && !port.has("nodePort")) {
          port.put("nodePort", FIRST_NODE_PORT + (hash + i++) % NODE_PORTS);
        }
      }
    }
    if (type.equals("ExternalName")) {
      return;
    }
    String address = Json.textOrEmpty(spec, "clusterIP");
    if (address.isEmpty() && live != null) {
      address = Json.textOrEmpty(live, "spec", "clusterIP");
    }
    if (address.isEmpty()) {
      // 10.96.0.0/12, as most clusters have it
      address = "10.%d.%d.%d".formatted(96 + (hash >> 16), (hash >> 8) & 255, 1 + (hash & 127));
    }
    spec.put("clusterIP", address);
    spec.putArray("clusterIPs").add(address);
    if (!spec.has("ipFamilies")) {
      spec.putArray("ipFamilies").add("IPv4");
      spec.put("ipFamilyPolicy", "SingleStack");
    }
    if (outside && !spec.has("externalTrafficPolicy")) {
      spec.put("externalTrafficPolicy", "Cluster");
    }
    if (type.equals("LoadBalancer") && !spec.has("allocateLoadBalancerNodePorts")) {
      spec.put("allocateLoadBalancerNodePorts", true);
    }
  }

  static List<Cause> check(ObjectNode service, @Nullable ObjectNode live) {
    var causes = new ArrayList<Cause>();
    JsonNode spec = service.path("spec");
    String type = Json.textOrEmpty(spec, "type");
    if (!type.isEmpty() && !TYPES.contains(type)) {
      causes.add(
          Cause.unsupported("spec.type", type, TYPES.stream().sorted().toArray(String[]::new)));
    }
    JsonNode ports = spec.path("ports");
    boolean headless = Json.textOrEmpty(spec, "clusterIP").equals("None");
    if (ports.isEmpty() && !headless && !type.equals("ExternalName")) {
      causes.add(Cause.required("spec.ports", ""));
    }
    if (type.equals("ExternalName") && Json.textOrEmpty(spec, "externalName").isEmpty()) {
      causes.add(Cause.required("spec.externalName", ""));
    }
    Set<String> names = new HashSet<>();
    for (int i = 0; i < ports.size(); i++) {
      String path = "spec.ports[" + i + "]";
      Ports.check(ports.get(i).path("port"), path + ".port", causes);
      Ports.check(ports.get(i).path("targetPort"), path + ".targetPort", causes);
      String name = Json.textOrEmpty(ports.get(i), "name");
      if (name.isEmpty() && ports.size() > 1) {
        causes.add(Cause.required(path + ".name", ""));
      } else if (!name.isEmpty() && !names.add(name)) {
        causes.add(
            new Cause("FieldValueDuplicate", "Duplicate value: \"" + name + "\"", path + ".name"));
      }
    }
    if (live != null && !type.equals("ExternalName")) {
      String before = Json.textOrEmpty(live, "spec", "clusterIP");
      String now = Json.textOrEmpty(spec, "clusterIP");
      if (!before.isEmpty() && !now.equals(before)) {
        causes.add(
            Cause.invalid("spec.clusterIPs[0]", "[\"" + now + "\"]", "may not change once set"));
      }
    }
    return causes;
  }
}
