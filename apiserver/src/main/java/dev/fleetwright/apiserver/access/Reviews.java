package dev.fleetwright.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Questions about rights, which are answered and never stored: {@code kubectl auth can-i}, {@code
 * can-i --list} and {@code whoami}; and whom a token stands for.
 */
public final class Reviews {
  /** A kind of question. */
  public record Kind(String group, String version, String plural, String kind, boolean namespaced) {
    public String apiVersion() {
      return group + "/" + version;
    }
  }

  private static final String AUTHORIZATION = "authorization.k8s.io";
  private static final String AUTHENTICATION = "authentication.k8s.io";

  /** All kinds of questions. */
  public static final List<Kind> KINDS =
      List.of(
          new Kind(AUTHENTICATION, "v1", "selfsubjectreviews", "SelfSubjectReview", false),
          new Kind(AUTHENTICATION, "v1", "tokenreviews", "TokenReview", false),
          new Kind(
              AUTHORIZATION, "v1", "localsubjectaccessreviews", "LocalSubjectAccessReview", true),
          new Kind(
              AUTHORIZATION, "v1", "selfsubjectaccessreviews", "SelfSubjectAccessReview", false),
          new Kind(AUTHORIZATION, "v1", "selfsubjectrulesreviews", "SelfSubjectRulesReview", false),
          new Kind(AUTHORIZATION, "v1", "subjectaccessreviews", "SubjectAccessReview", false));

  /** Finds out whom a token stands for in a cluster: the status of a TokenReview. */
  @FunctionalInterface
  public interface TokenCheck {
    ObjectNode review(String cluster, JsonNode spec);
  }

  private final Authorizer authorizer;

  public Reviews(Authorizer authorizer) {
    this.authorizer = authorizer;
  }

  /** The question with its answer in the status. */
  public ObjectNode answer(
      Kind kind,
      String cluster,
      String namespace,
      ObjectNode question,
      Caller caller,
      TokenCheck tokens) {
    String given = Json.textOrEmpty(question, "kind");
    if (!given.isEmpty() && !given.equals(kind.kind())) {
      throw Failure.badRequest("the body is a " + given + " and not a " + kind.kind());
    }
    ObjectNode review = Json.object();
    review.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
    review.putObject("metadata").putNull("creationTimestamp");
    if (question.has("spec")) {
      review.set("spec", question.get("spec"));
    }
    JsonNode spec = question.path("spec");
    review.set(
        "status",
        switch (kind.kind()) {
          case "SelfSubjectReview" -> Json.object().set("userInfo", userInfo(caller));
          case "TokenReview" -> tokens.review(cluster, spec);
          case "SelfSubjectRulesReview" -> rules(cluster, spec, caller);
          case "SelfSubjectAccessReview" -> access(cluster, "", spec, caller);
          default -> access(cluster, namespace, spec, subject(spec));
        });
    return review;
  }

  /** Who someone is, as reviews tell it. */
  public static ObjectNode userInfo(Caller caller) {
    ObjectNode info = Json.object();
    info.put("username", caller.name());
    if (!caller.uid().isEmpty()) {
      info.put("uid", caller.uid());
    }
    ArrayNode groups = info.putArray("groups");
    caller.groups().forEach(groups::add);
    if (!caller.extra().isEmpty()) {
      ObjectNode extra = info.putObject("extra");
      caller
          .extra()
          .forEach((key, values) -> {
            ArrayNode list = extra.putArray(key);
            values.forEach(list::add);
          });
    }
    return info;
  }

  private static Caller subject(JsonNode spec) {
    String user = Json.textOrEmpty(spec, "user");
    var groups = new ArrayList<String>();
    spec.path("groups").forEach(group -> groups.add(group.asText()));
    if (user.isEmpty() && groups.isEmpty()) {
      throw Failure.unprocessable("spec.user: at least one of user or group must be specified");
    }
    var extra = new LinkedHashMap<String, List<String>>();
    for (Map.Entry<String, JsonNode> entry : spec.path("extra").properties()) {
      var values = new ArrayList<String>();
      entry.getValue().forEach(value -> values.add(value.asText()));
      extra.put(entry.getKey(), values);
    }
    // The groups are taken as they are given: the asker knows who is meant.
    return new Caller(
        user, Json.textOrEmpty(spec, "uid"), new java.util.LinkedHashSet<>(groups), extra);
  }

  private ObjectNode access(String cluster, String namespace, JsonNode spec, Caller caller) {
    JsonNode resource = spec.path("resourceAttributes");
    JsonNode path = spec.path("nonResourceAttributes");
    if (resource.isObject() == path.isObject()) {
      throw Failure.unprocessable(
          "spec: exactly one of nonResourceAttributes or resourceAttributes must be specified");
    }
    String in = Json.textOrEmpty(resource, "namespace");
    if (!namespace.isEmpty() && !namespace.equals(in)) {
      throw Failure.unprocessable(
          "spec.resourceAttributes.namespace: must be the namespace of the request, " + namespace);
    }
    Deed deed =
        path.isObject()
            ? new Deed.OnPath(
                cluster, Json.textOrEmpty(path, "verb"), Json.textOrEmpty(path, "path"))
            : new Deed.OnResource(
                cluster,
                Json.textOrEmpty(resource, "verb"),
                Json.textOrEmpty(resource, "group"),
                Json.textOrEmpty(resource, "resource"),
                Json.textOrEmpty(resource, "subresource"),
                in,
                Json.textOrEmpty(resource, "name"));
    Authorizer.Decision decision = authorizer.decide(caller, deed);
    ObjectNode status = Json.object().put("allowed", decision.allowed());
    if (!decision.reason().isEmpty()) {
      status.put("reason", decision.reason());
    }
    return status;
  }

  private ObjectNode rules(String cluster, JsonNode spec, Caller caller) {
    ObjectNode status = Json.object();
    ArrayNode resources = status.putArray("resourceRules");
    ArrayNode paths = status.putArray("nonResourceRules");
    for (Rule rule : authorizer.rules(caller, cluster, Json.textOrEmpty(spec, "namespace"))) {
      (rule.paths().isEmpty() ? resources : paths).add(rule.tree());
    }
    return status.put("incomplete", false);
  }
}
