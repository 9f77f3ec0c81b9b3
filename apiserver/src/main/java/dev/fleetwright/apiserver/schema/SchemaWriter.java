package dev.fleetwright.apiserver.schema;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.Map;

/** Writes a schema tree as OpenAPI, with the extensions by which clients merge lists. */
public final class SchemaWriter {
  private SchemaWriter() {}

  public static ObjectNode write(Schema schema) {
    ObjectNode node = Json.object();
    switch (schema.type()) {
      case ANY -> node.put("x-kubernetes-preserve-unknown-fields", true);
      case INT_OR_STRING -> node.put("x-kubernetes-int-or-string", true);
      case STRING -> node.put("type", "string");
      case INTEGER -> node.put("type", "integer");
      case NUMBER -> node.put("type", "number");
      case BOOLEAN -> node.put("type", "boolean");
      case ARRAY -> {
        node.put("type", "array");
        node.set("items", write(schema.item()));
      }
      case OBJECT -> object(schema, node);
    }
    annotate(schema, node);
    return node;
  }

  /** Adds the default and how the value merges. */
  public static void annotate(Schema schema, ObjectNode node) {
    if (schema.defaultValue() != null) {
      node.set("default", schema.defaultValue());
    }
    merge(schema.merge(), node);
  }

  private static void object(Schema schema, ObjectNode node) {
    node.put("type", "object");
    if (!schema.properties().isEmpty()) {
      ObjectNode properties = node.putObject("properties");
      for (Map.Entry<String, Schema> property : schema.properties().entrySet()) {
        properties.set(property.getKey(), write(property.getValue()));
      }
    }
    if (schema.additional() != null) {
      node.set("additionalProperties", write(schema.additional()));
    }
    if (!schema.required().isEmpty()) {
      ArrayNode required = node.putArray("required");
      schema.required().stream().sorted().forEach(required::add);
    }
    if (schema.preserveUnknown()) {
      node.put("x-kubernetes-preserve-unknown-fields", true);
    }
  }

  private static void merge(Merge merge, ObjectNode node) {
    if (merge.equals(Merge.PLAIN)) {
      return;
    }
    switch (merge.list()) {
      case MAP -> {
        node.put("x-kubernetes-list-type", "map");
        ArrayNode keys = node.putArray("x-kubernetes-list-map-keys");
        merge.keys().forEach(keys::add);
      }
      case SET -> node.put("x-kubernetes-list-type", "set");
      case ATOMIC -> {}
    }
    if (merge.atomicMap()) {
      node.put("x-kubernetes-map-type", "atomic");
    }
    if (merge.patchMerge() || merge.retainKeys()) {
      String strategy =
          merge.patchMerge() ? (merge.retainKeys() ? "merge,retainKeys" : "merge") : "retainKeys";
      node.put("x-kubernetes-patch-strategy", strategy);
    }
    if (merge.patchKey() != null) {
      node.put("x-kubernetes-patch-merge-key", merge.patchKey());
    }
  }
}
