package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Keeps the endpoints of a service: the addresses of the pods that it selects. */
final class ServiceBehaviour implements Behaviour {
  @Override
  public String resource() {
    return "services";
  }

  @Override
  public Next next(ObjectNode service, Scene scene) {
    JsonNode selector = service.path("spec").path("selector");
    if (Statuses.isDeleting(service) || selector.isEmpty()) {
      return Next.NOTHING;
    }
    ObjectNode endpoints = Children.child(service, "v1", "Endpoints", Statuses.name(service));
    List<ObjectNode> pods =
        scene.all("pods").stream()
            .filter(pod -> !Statuses.isDeleting(pod) && matches(selector, pod))
            .filter(pod -> !Json.textOrEmpty(pod, "status", "podIP").isEmpty())
            .filter(pod -> Json.textOrEmpty(pod, "status", "phase").equals("Running"))
            .sorted(Comparator.comparing(Statuses::name))
            .toList();
    if (!pods.isEmpty()) {
      ObjectNode subset = endpoints.putArray("subsets").addObject();
      for (ObjectNode pod : pods) {
        String list = Statuses.isReady(pod) ? "addresses" : "notReadyAddresses";
        address(subset.withArray("/" + list), pod);
      }
      ArrayNode ports = Json.array();
      for (JsonNode port : service.path("spec").path("ports")) {
        ports.add(port(port, pods.getFirst()));
      }
      subset.set("ports", ports);
    }
    ObjectNode live =
        scene.all("endpoints").stream()
            .filter(e -> Statuses.name(e).equals(Statuses.name(service)))
            .findFirst()
            .orElse(null);
    boolean same = live != null && Json.same(live.get("subsets"), endpoints.get("subsets"));
    return new Next(null, null, same ? List.of() : List.of(new Work.Put("endpoints", endpoints)));
  }

  /** Whether a service selects a pod. */
  static boolean matches(JsonNode selector, ObjectNode pod) {
    JsonNode labels = pod.path("metadata").path("labels");
    for (Map.Entry<String, JsonNode> wanted : selector.properties()) {
      if (!wanted.getValue().asText().equals(labels.path(wanted.getKey()).asText(""))) {
        return false;
      }
    }
    return true;
  }

  private static void address(ArrayNode addresses, ObjectNode pod) {
    ObjectNode address = addresses.addObject();
    address.put("ip", Json.textOrEmpty(pod, "status", "podIP"));
    String node = Json.textOrEmpty(pod, "spec", "nodeName");
    if (!node.isEmpty()) {
      address.put("nodeName", node);
    }
    address
        .putObject("targetRef")
        .put("kind", "Pod")
        .put("name", Statuses.name(pod))
        .put("namespace", Json.textOrEmpty(pod, "metadata", "namespace"))
        .put("uid", Statuses.uid(pod));
  }

  private static ObjectNode port(JsonNode port, ObjectNode pod) {
    ObjectNode result = Json.object();
    String name = Json.textOrEmpty(port, "name");
    if (!name.isEmpty()) {
      result.put("name", name);
    }
    JsonNode target = port.path("targetPort");
    int number = target.isNumber() ? target.asInt() : port.path("port").asInt();
    if (target.isTextual()) {
      for (JsonNode container : pod.path("spec").path("containers")) {
        for (JsonNode own : container.path("ports")) {
          if (target.textValue().equals(Json.textAt(own, "name"))) {
            number = own.path("containerPort").asInt(number);
          }
        }
      }
    }
    result.put("port", number).put("protocol", port.path("protocol").asText("TCP"));
    return result;
  }
}
