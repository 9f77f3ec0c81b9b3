package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Cause;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.schema.CelRules;
import dev.fleetwright.apiserver.schema.Defaulter;
import dev.fleetwright.apiserver.schema.Pruner;
import dev.fleetwright.apiserver.schema.Validator;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brings a client's object into the form in which its kind is stored, or refuses it. */
final class Shaping {
  private Shaping() {}

  /**
   * Prunes, fills in defaults and checks, in place.
   *
   * @return what the client should be warned of
   */
  static List<String> shape(
      ResourceType type,
      ObjectNode object,
      @Nullable ObjectNode live,
      WriteOptions options,
      String now) {
    boolean fits = false;
    if (type.custom()) {
      removeNulls(MetadataRules.metadata(object));
      Defaulter.dropNulls(type.schema(), object);
    } else {
      removeNulls(object);
      fits = checkTypes(type, object);
    }
    MetadataRules.dropEmpty(object);
    List<String> unknown = Pruner.prune(type.schema(), object);
    var warnings = new ArrayList<String>();
    if (!unknown.isEmpty()) {
      List<String> said = unknown.stream().map(p -> "unknown field \"" + p + "\"").toList();
      switch (options.validation()) {
        case STRICT ->
            throw Failure.badRequest(
                "%s in version \"%s\" cannot be handled as a %s: strict decoding error: %s"
                    .formatted(type.kind(), type.version(), type.kind(), String.join(", ", said)));
        case WARN -> warnings.addAll(said);
        case IGNORE -> {}
      }
    }
    KindRules.complete(type, object, live, now);
    Defaulter.fill(type.schema(), object);
    ObjectNode before = type.custom() ? live : null;
    // What fitted as it came still does: only what the kind itself fills in was added.
    var causes =
        new ArrayList<Cause>(fits ? List.of() : Validator.check(type.schema(), object, before, ""));
    if (!type.custom()) {
      // Built-in kinds have their own words about what may not stand twice.
      causes.removeIf(cause -> cause.reason().equals("FieldValueDuplicate"));
    }
    if (causes.isEmpty()) {
      causes.addAll(CelRules.check(type.schema(), object, before));
      causes.addAll(MetadataRules.check(object, live));
      causes.addAll(KindRules.check(type, object, live));
    }
    if (!causes.isEmpty()) {
      throw Failure.invalid(type.kindTarget(Json.textOrEmpty(object, "metadata", "name")), causes);
    }
    if (type.is(Clusters.DEFINITIONS)) {
      Definitions.establish(object, now);
    }
    return warnings;
  }

  /**
   * A wrong type in a built-in kind is a bad request, since it cannot even be read.
   *
   * @return whether nothing else is wrong with it either
   */
  private static boolean checkTypes(ResourceType type, ObjectNode object) {
    List<Cause> causes = Validator.check(type.schema(), object, null, "");
    List<String> wrong =
        causes.stream()
            .filter(c -> c.reason().equals("FieldValueTypeInvalid"))
            .map(Cause::line)
            .toList();
    if (!wrong.isEmpty()) {
      throw Failure.badRequest(
          "%s in version \"%s\" cannot be handled as a %s: %s"
              .formatted(type.kind(), type.version(), type.kind(), String.join(", ", wrong)));
    }
    return causes.isEmpty();
  }

  /** In built-in kinds and in metadata a null means the same as nothing. */
  private static void removeNulls(JsonNode node) {
    switch (node) {
      case ObjectNode object -> {
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        while (fields.hasNext()) {
          JsonNode value = fields.next().getValue();
          if (value.isNull()) {
            fields.remove();
          } else {
            removeNulls(value);
          }
        }
      }
      case ArrayNode array -> array.forEach(Shaping::removeNulls);
      default -> {}
    }
  }

  /** The object with its well-known fields first, as all stored objects begin. */
  static ObjectNode ordered(ResourceType type, ObjectNode object) {
    ObjectNode result = Json.object();
    result.put("apiVersion", type.apiVersion()).put("kind", type.kind());
    JsonNode metadata = object.get("metadata");
    if (metadata != null) {
      result.set("metadata", metadata);
    }
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      if (!result.has(field.getKey())) {
        result.set(field.getKey(), field.getValue());
      }
    }
    return result;
  }
}
