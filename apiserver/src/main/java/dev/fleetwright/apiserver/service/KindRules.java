package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.NameSyntax;
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
      Set.of(
          "deployments.apps",
          "replicasets.apps",
          "statefulsets.apps",
          "daemonsets.apps",
          "jobs.batch",
          "cronjobs.batch");

  private KindRules() {}

  /** Completes an object before it is checked. */
  static void complete(
      ResourceType type, ObjectNode object, @Nullable ObjectNode live, String now) {
    if (type.custom()) {
      return;
    }
    String resource = type.resource();
    if (WORKLOADS.contains(resource)) {
      WorkloadRules.complete(resource, object, live == null);
      return;
    }
    switch (resource) {
      case "secrets" -> encodeSecret(object);
      case "namespaces" ->
          object
              .withObject("/metadata/labels")
              .put("kubernetes.io/metadata.name", Json.textOrEmpty(object, "metadata", "name"));
      case "services" -> ServiceRules.complete(object, live);
      case "pods" -> {
        PodRules.complete(Json.objectAt(object, "spec"));
        PodRules.completePod(object, live == null);
      }
      case "persistentvolumeclaims" -> {
        for (String amount : List.of("requests", "limits")) {
          Quantities.toText(Json.objectAt(object, "spec", "resources", amount));
        }
        if (live == null) {
          object.withObject("/status").put("phase", "Pending");
        }
      }
      case "networkpolicies.networking.k8s.io" -> completePolicy(object);
      case "horizontalpodautoscalers.autoscaling" -> completeAutoscaler(object);
      case "rolebindings.rbac.authorization.k8s.io",
          "clusterrolebindings.rbac.authorization.k8s.io" ->
          completeBinding(object);
      case Clusters.DEFINITIONS -> Definitions.complete(object);
      default -> {}
    }
  }

  /** What is wrong with an object that its schema cannot say. */
  static List<Cause> check(ResourceType type, ObjectNode object, @Nullable ObjectNode live) {
    if (type.custom()) {
      return List.of();
    }
    String resource = type.resource();
    if (WORKLOADS.contains(resource)) {
      return WorkloadRules.check(resource, object, live);
    }
    var causes = new ArrayList<Cause>();
    switch (resource) {
      case Clusters.DEFINITIONS -> causes.addAll(Definitions.check(object, live));
      case "services" -> causes.addAll(ServiceRules.check(object, live));
      case "pods" -> {
        PodRules.check(object.path("spec"), "spec", WorkloadRules.ANY_RESTART, causes);
        if (live != null) {
          PodRules.unchanged(object, live, causes);
        }
      }
      case "secrets", "configmaps" -> {
        keys(object, causes);
        immutableData(object, live, causes);
        if (resource.equals("secrets")) {
          WorkloadRules.immutable(object, live, causes, "type");
        }
      }
      case "persistentvolumeclaims" -> claim(object, causes);
      case "horizontalpodautoscalers.autoscaling" -> autoscaler(object, causes);
      case "roles.rbac.authorization.k8s.io", "clusterroles.rbac.authorization.k8s.io" ->
          rules(object, causes);
      case "rolebindings.rbac.authorization.k8s.io",
          "clusterrolebindings.rbac.authorization.k8s.io" ->
          WorkloadRules.immutable(object, live, causes, "roleRef");
      case "poddisruptionbudgets.policy" -> {
        if (object.path("spec").has("minAvailable") && object.path("spec").has("maxUnavailable")) {
          causes.add(
              Cause.invalid("spec", "{}", "minAvailable and maxUnavailable cannot be both set"));
        }
      }
      default -> {}
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

  private static void completePolicy(ObjectNode policy) {
    if (policy.get("spec") instanceof ObjectNode spec && !spec.has("policyTypes")) {
      ArrayNode types = spec.putArray("policyTypes").add("Ingress");
      if (!spec.path("egress").isEmpty()) {
        types.add("Egress");
      }
    }
  }

  private static void completeAutoscaler(ObjectNode autoscaler) {
    if (autoscaler.get("spec") instanceof ObjectNode spec && spec.path("metrics").isEmpty()) {
      ObjectNode metric = spec.putArray("metrics").addObject().put("type", "Resource");
      metric
          .putObject("resource")
          .put("name", "cpu")
          .putObject("target")
          .put("type", "Utilization")
          .put("averageUtilization", 80);
    }
  }

  private static void completeBinding(ObjectNode binding) {
    for (JsonNode node : binding.path("subjects")) {
      if (node instanceof ObjectNode subject && !subject.has("apiGroup")) {
        String kind = Json.textOrEmpty(subject, "kind");
        if (kind.equals("User") || kind.equals("Group")) {
          subject.put("apiGroup", "rbac.authorization.k8s.io");
        }
      }
    }
    if (binding.get("roleRef") instanceof ObjectNode role && !role.has("apiGroup")) {
      role.put("apiGroup", "rbac.authorization.k8s.io");
    }
  }

  private static void keys(ObjectNode object, List<Cause> causes) {
    for (String field : List.of("data", "binaryData")) {
      for (Map.Entry<String, JsonNode> entry : object.path(field).properties()) {
        String key = entry.getKey();
        if (!NameSyntax.isDataKey(key)) {
          causes.add(
              Cause.invalid(
                  field + "[" + key + "]",
                  "\"" + key + "\"",
                  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"));
        }
      }
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

  private static void claim(ObjectNode claim, List<Cause> causes) {
    if (claim.path("spec").path("accessModes").isEmpty()) {
      causes.add(Cause.required("spec.accessModes", "at least 1 access mode is required"));
    }
    if (!claim.path("spec").path("resources").path("requests").has("storage")) {
      causes.add(Cause.required("spec.resources[storage]", ""));
    }
  }

  private static void autoscaler(ObjectNode autoscaler, List<Cause> causes) {
    JsonNode spec = autoscaler.path("spec");
    long max = spec.path("maxReplicas").asLong(0);
    long min = spec.path("minReplicas").asLong(1);
    if (max < 1) {
      causes.add(Cause.invalid("spec.maxReplicas", Long.toString(max), "must be greater than 0"));
    }
    if (min < 1) {
      causes.add(
          Cause.invalid(
              "spec.minReplicas", Long.toString(min), "must be greater than or equal to 1"));
    }
    if (max >= 1 && max < min) {
      causes.add(
          Cause.invalid(
              "spec.maxReplicas",
              Long.toString(max),
              "must be greater than or equal to `minReplicas`"));
    }
  }

  private static void rules(ObjectNode role, List<Cause> causes) {
    JsonNode rules = role.path("rules");
    for (int i = 0; i < rules.size(); i++) {
      if (rules.get(i).path("verbs").isEmpty()) {
        causes.add(
            Cause.required("rules[" + i + "].verbs", "verbs must contain at least one value"));
      }
    }
  }
}
