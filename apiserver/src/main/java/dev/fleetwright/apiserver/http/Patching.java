package dev.fleetwright.apiserver.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.json.Yaml;
import dev.fleetwright.apiserver.patch.JsonPatch;
import dev.fleetwright.apiserver.patch.MergePatch;
import dev.fleetwright.apiserver.patch.StrategicMergePatch;
import dev.fleetwright.apiserver.resource.ResourceType;
import dev.fleetwright.apiserver.schema.Schema;

/** The body of a PATCH request, by its media type. */
sealed interface Patching {
  /** Server-side apply. */
  record Apply(ObjectNode config) implements Patching {}

  /** A change of the object that is there. */
  record Change(Kind kind, JsonNode patch) implements Patching {
    /** The changed object; the given one may be changed as well. */
    ObjectNode on(ObjectNode object, Schema schema) {
      JsonNode result =
          switch (kind) {
            case JSON -> JsonPatch.apply(object, patch);
            case MERGE -> MergePatch.apply(object, patch);
            case STRATEGIC -> StrategicMergePatch.apply(schema, object, (ObjectNode) patch);
          };
      if (result instanceof ObjectNode changed) {
        return changed;
      }
      throw Failure.unprocessable("the patch leaves no object");
    }
  }

  /** How a patch is written. */
  enum Kind {
    JSON,
    MERGE,
    STRATEGIC
  }

  /** Reads the body. */
  static Patching read(String mediaType, byte[] body, ResourceType type) {
    return switch (mediaType) {
      case "application/apply-patch+yaml" -> new Apply(object(Yaml.parse(body)));
      case "application/json-patch+json" -> new Change(Kind.JSON, Json.parse(body, false));
      case "application/merge-patch+json" ->
          new Change(Kind.MERGE, object(Json.parse(body, false)));
      case "application/strategic-merge-patch+json" -> {
        if (type.custom()) {
          throw unsupported(mediaType);
        }
        yield new Change(Kind.STRATEGIC, object(Json.parse(body, false)));
      }
      default -> throw unsupported(mediaType);
    };
  }

  private static ObjectNode object(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw Failure.badRequest("the patch must be an object");
  }

  private static Failure unsupported(String mediaType) {
    return Failure.unsupportedMediaType(
        "the body of the request was in an unknown format ("
            + mediaType
            + ") - accepted media types include: application/json-patch+json,"
            + " application/merge-patch+json, application/apply-patch+yaml, and"
            + " application/strategic-merge-patch+json for built-in kinds");
  }
}
