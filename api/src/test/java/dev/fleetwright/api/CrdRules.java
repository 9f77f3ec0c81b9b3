package dev.fleetwright.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * What the schemas of single kinds say beyond types: which fields must be given, which values they
 * take, and rules in CEL for what a schema cannot say. Texts that rules read have a largest length,
 * so that an API server can tell what a rule costs.
 */
final class CrdRules {

  private record Rule(String rule, String message) {}

  private static final List<Rule> BOUNDED_IN_TIME =
      List.of(
          new Rule("has(self.expiresAt)", "expiresAt is mandatory: an exception must end"),
          new Rule(
              "!has(self.startsAt) || !has(self.expiresAt)"
                  + " || timestamp(self.startsAt) < timestamp(self.expiresAt)",
              "expiresAt must be later than startsAt"));

  private static final Map<Class<?>, List<Rule>> SPEC_RULES =
      Map.of(
          Release.class,
          List.of(
              new Rule(
                  "!has(oldSelf.createdAt)"
                      + " || (has(self.createdAt) && self.createdAt == oldSelf.createdAt)",
                  "createdAt cannot be changed, since the order of releases depends on it"),
              new Rule(
                  "self.deployment == oldSelf.deployment",
                  "deployment cannot be changed; make another release")),
          Freeze.class,
          BOUNDED_IN_TIME,
          Pin.class,
          BOUNDED_IN_TIME,
          Bypass.class,
          BOUNDED_IN_TIME,
          StatusCollector.class,
          List.of(
              new Rule(
                  "!(has(self.select) && size(self.select) > 0"
                      + " && (has(self.combinedFields) && size(self.combinedFields) > 0"
                      + " || has(self.groupBy) && size(self.groupBy) > 0))",
                  "plain selection and aggregation exclude each other: keep select, or keep"
                      + " groupBy and combinedFields"),
              new Rule(
                  "!(has(self.groupBy) && size(self.groupBy) > 0)"
                      + " || (has(self.combinedFields) && size(self.combinedFields) > 0)",
                  "groupBy needs combinedFields, such as {name: count, type: COUNT}")));

  private static final Map<Class<?>, List<String>> REQUIRED =
      Map.of(
          Release.class,
          List.of("deployment"),
          Approval.class,
          List.of("approver", "release", "verdict"),
          Pin.class,
          List.of("release"),
          Catalog.class,
          List.of("documents"));

  private static final List<String> TIMES = List.of("createdAt", "startsAt", "expiresAt", "at");
  private static final int LONGEST_TIME = 64;

  private CrdRules() {}

  /** Completes the schema of a kind. */
  static void complete(Class<?> kind, ObjectNode schema) {
    describe(schema);
    if (!(schema.path("properties").get("spec") instanceof ObjectNode spec)) {
      return;
    }
    for (String field : REQUIRED.getOrDefault(kind, List.of())) {
      add(spec, "required", field);
    }
    for (Rule rule : SPEC_RULES.getOrDefault(kind, List.of())) {
      array(spec, "x-kubernetes-validations")
          .addObject()
          .put("rule", rule.rule())
          .put("message", rule.message());
    }
    for (String time : TIMES) {
      if (spec.path("properties").get(time) instanceof ObjectNode field) {
        field.put("maxLength", LONGEST_TIME);
      }
    }
    if (kind == Approval.class && spec.path("properties").get("verdict") instanceof ObjectNode v) {
      array(v, "enum").add("approved").add("rejected");
    }
    operators(schema);
  }

  /** Nothing may be said about metadata: an API server refuses it, and describes it itself. */
  private static void describe(ObjectNode schema) {
    Map.of(
            "apiVersion", "The group and version of this object's form.",
            "kind", "The kind of the object.",
            "spec", "What is wanted.",
            "status", "What is so far; written by controllers.")
        .forEach((name, text) -> {
          if (schema.path("properties").get(name) instanceof ObjectNode field
              && !field.has("description")) {
            field.put("description", text);
          }
        });
  }

  /** Label selectors know four operators. */
  private static void operators(JsonNode node) {
    if (node.path("properties").get("operator") instanceof ObjectNode operator
        && node.path("properties").has("key")
        && !operator.has("enum")) {
      array(operator, "enum").add("DoesNotExist").add("Exists").add("In").add("NotIn");
    }
    node.forEach(CrdRules::operators);
  }

  private static ArrayNode array(ObjectNode node, String name) {
    return node.get(name) instanceof ArrayNode present ? present : node.putArray(name);
  }

  private static void add(ObjectNode node, String name, String value) {
    ArrayNode array = array(node, name);
    for (JsonNode present : array) {
      if (present.asText().equals(value)) {
        return;
      }
    }
    array.add(value);
  }
}
