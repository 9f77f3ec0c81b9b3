package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.CustomDefinition;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.schema.RuleChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is special about writing a custom resource definition. */
final class Definitions {
  /** Holds a definition until its objects are gone. */
  static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

  private Definitions() {}

  /** Fills in the names that follow from others. */
  static void complete(ObjectNode definition) {
    if (definition.path("spec").path("names") instanceof ObjectNode names) {
      String kind = Json.textOrEmpty(names, "kind");
      if (!kind.isEmpty()) {
        putIfAbsent(names, "singular", kind.toLowerCase(Locale.ROOT));
        putIfAbsent(names, "listKind", kind + "List");
      }
    }
    if (definition.get("spec") instanceof ObjectNode spec && !spec.has("conversion")) {
      spec.putObject("conversion").put("strategy", "None");
    }
  }

  private static void putIfAbsent(ObjectNode node, String field, String value) {
    if (Json.textOrEmpty(node, field).isEmpty()) {
      node.put(field, value);
    }
  }

  /** Bound while this program writes its own definitions, whose rules its tests have checked. */
  static final ScopedValue<Boolean> TRUSTED = ScopedValue.newInstance();

  static List<Cause> check(ObjectNode definition, @Nullable ObjectNode live) {
    CustomDefinition meaning = CustomDefinition.of(definition.get("spec"));
    var causes = new ArrayList<>(meaning.causes());
    boolean known = live != null && Json.same(live.get("spec"), definition.get("spec"));
    if (causes.isEmpty() && !known && !TRUSTED.isBound()) {
      causes.addAll(rules(definition, meaning));
    }
    String name = Json.textOrEmpty(definition, "metadata", "name");
    String expected =
        Json.textOrEmpty(definition, "spec", "names", "plural")
            + "."
            + Json.textOrEmpty(definition, "spec", "group");
    if (!name.equals(expected)) {
      causes.add(
          Cause.invalid(
              "metadata.name",
              "\"" + name + "\"",
              "must be spec.names.plural+\".\"+spec.group, here \"" + expected + "\""));
    }
    if (live != null
        && !Json.same(Json.at(live, "spec", "scope"), Json.at(definition, "spec", "scope"))) {
      causes.add(
          Cause.invalid(
              "spec.scope",
              Json.text(definition.path("spec").path("scope")),
              "field is immutable"));
    }
    return causes;
  }

  private static List<Cause> rules(ObjectNode definition, CustomDefinition meaning) {
    var causes = new ArrayList<Cause>();
    JsonNode versions = definition.path("spec").path("versions");
    for (int i = 0; i < versions.size(); i++) {
      String version = Json.textOrEmpty(versions.get(i), "name");
      String path = "spec.versions[" + i + "].schema.openAPIV3Schema";
      for (ResourceType type : meaning.types()) {
        if (type.version().equals(version)) {
          causes.addAll(RuleChecks.check(type.schema(), path));
        }
      }
    }
    return causes;
  }

  /** The kinds are served as soon as the definition is stored, so it says so from the start. */
  static void establish(ObjectNode definition, String now) {
    ObjectNode status = definition.withObject("/status");
    JsonNode accepted = definition.path("spec").path("names");
    status.set("acceptedNames", accepted.deepCopy());
    var stored = new ArrayList<String>();
    status.path("storedVersions").forEach(v -> stored.add(v.asText()));
    String current = CustomDefinition.of(definition.get("spec")).storageVersion();
    if (!stored.contains(current)) {
      stored.add(current);
    }
    ArrayNode versions = status.putArray("storedVersions");
    stored.forEach(versions::add);
    if (!(status.get("conditions") instanceof ArrayNode)) {
      ArrayNode conditions = status.putArray("conditions");
      condition(conditions, "NamesAccepted", "NoConflicts", "no conflicts found", now);
      condition(
          conditions,
          "Established",
          "InitialNamesAccepted",
          "the initial names have been accepted",
          now);
    }
  }

  private static void condition(
      ArrayNode conditions, String type, String reason, String message, String now) {
    conditions
        .addObject()
        .put("type", type)
        .put("status", "True")
        .put("lastTransitionTime", now)
        .put("reason", reason)
        .put("message", message);
  }
}
