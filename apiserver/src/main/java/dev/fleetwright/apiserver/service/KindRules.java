package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is special about single built-in kinds. */
final class KindRules {
  private static final Set<String> WORKLOADS =
      Set.of("deployments.apps", "replicasets.apps", "statefulsets.apps", "daemonsets.apps");

  private KindRules() {}

  /** Completes an object before it is checked. */
  static void complete(
      ResourceType type, ObjectNode object, @Nullable ObjectNode live, String now) {
    if (type.custom()) {
      return;
    }
    switch (type.resource()) {
      case "secrets" -> encodeSecret(object);
      case "namespaces" ->
          object
              .withObject("/metadata/labels")
              .put("kubernetes.io/metadata.name", Json.textOrEmpty(object, "metadata", "name"));
      case "services" -> completeService(object);
      case "pods" -> {
        if (live == null) {
          object.putObject("status").put("phase", "Pending");
        }
      }
      case Clusters.DEFINITIONS -> Definitions.complete(object);
      default -> {}
    }
  }

  /** What is wrong with an object that its schema cannot say. */
  static List<Cause> check(ResourceType type, ObjectNode object, @Nullable ObjectNode live) {
    if (type.custom()) {
      return List.of();
    }
    if (type.is(Clusters.DEFINITIONS)) {
      return Definitions.check(object, live);
    }
    var causes = new ArrayList<Cause>();
    if (WORKLOADS.contains(type.resource())) {
      selectorMatchesTemplate(object, causes);
      immutable(object, live, causes, "spec", "selector");
    }
    if (type.is("secrets") || type.is("configmaps")) {
      immutableData(object, live, causes);
    }
    return causes;
  }

  private static void encodeSecret(ObjectNode secret) {
    if (secret.remove("stringData") instanceof ObjectNode plain) {
      ObjectNode data = secret.withObject("/data");
      for (Map.Entry<String, JsonNode> entry : plain.properties()) {
        byte[] bytes = entry.getValue().asText().getBytes(StandardCharsets.UTF_8);
        data.put(entry.getKey(), Base64.getEncoder().encodeToString(bytes));
      }
    }
  }

  private static void completeService(ObjectNode service) {
    for (JsonNode port : service.path("spec").path("ports")) {
      if (port instanceof ObjectNode entry && !entry.has("targetPort") && entry.has("port")) {
        entry.set("targetPort", entry.get("port"));
      }
    }
  }

  private static void selectorMatchesTemplate(ObjectNode object, List<Cause> causes) {
    ObjectNode wanted = Json.objectAt(object, "spec", "selector", "matchLabels");
    JsonNode labels = object.path("spec").path("template").path("metadata").path("labels");
    boolean none =
        (wanted == null || wanted.isEmpty())
            && object.path("spec").path("selector").path("matchExpressions").isEmpty();
    if (none && object.path("spec").has("selector")) {
      causes.add(Cause.invalid("spec.selector", "{}", "empty selector is invalid for this kind"));
    }
    if (wanted == null) {
      return;
    }
    for (Map.Entry<String, JsonNode> label : wanted.properties()) {
      if (!label.getValue().equals(labels.get(label.getKey()))) {
        causes.add(
            Cause.invalid(
                "spec.template.metadata.labels",
                Json.text(labels.isMissingNode() ? Json.object() : labels),
                "`selector` does not match template `labels`"));
        return;
      }
    }
  }

  private static void immutable(
      ObjectNode object, @Nullable ObjectNode live, List<Cause> causes, String... path) {
    if (live != null && !Json.same(Json.at(live, path), Json.at(object, path))) {
      JsonNode now = Json.at(object, path);
      causes.add(
          Cause.invalid(
              String.join(".", path), now == null ? "null" : Json.text(now), "field is immutable"));
    }
  }

  private static void immutableData(
      ObjectNode object, @Nullable ObjectNode live, List<Cause> causes) {
    if (live == null || !live.path("immutable").asBoolean(false)) {
      return;
    }
    for (String field : List.of("data", "binaryData", "immutable")) {
      if (!Json.same(live.get(field), object.get(field))) {
        causes.add(Cause.forbidden(field, "field is immutable when `immutable` is set"));
      }
    }
  }
}
