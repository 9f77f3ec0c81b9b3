package dev.fleetwright.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Map;

/** Fills in the values that a schema gives for fields that are absent. */
public final class Defaulter {
  private Defaulter() {}

  /** Removes nulls where null is no value and nothing stands for it, in place. */
  public static void dropNulls(Schema schema, JsonNode value) {
    switch (value) {
      case ObjectNode object -> {
        for (Map.Entry<String, JsonNode> field : new ArrayList<>(object.properties())) {
          Schema inner = schema.properties().get(field.getKey());
          if (field.getValue().isNull()) {
            if (inner != null && !inner.nullable() && inner.defaultValue() == null) {
              object.remove(field.getKey());
            }
          } else if (field.getValue().isContainerNode()) {
            dropNulls(schema.field(field.getKey()), field.getValue());
          }
        }
      }
      case ArrayNode array -> array.forEach(item -> dropNulls(schema.item(), item));
      default -> {}
    }
  }

  /** Changes the value in place. */
  public static void fill(Schema schema, JsonNode value) {
    switch (value) {
      case ObjectNode object -> {
        for (Map.Entry<String, Schema> property : schema.properties().entrySet()) {
          JsonNode preset = property.getValue().defaultValue();
          if (preset == null) {
            continue;
          }
          JsonNode given = object.get(property.getKey());
          // A null where null is not allowed counts as absent, as in Kubernetes.
          if (given == null || (given.isNull() && !property.getValue().nullable())) {
            object.set(property.getKey(), preset.deepCopy());
          }
        }
        for (Map.Entry<String, JsonNode> field : object.properties()) {
          if (field.getValue().isContainerNode()) {
            fill(schema.field(field.getKey()), field.getValue());
          }
        }
      }
      case ArrayNode array -> array.forEach(item -> fill(schema.item(), item));
      default -> {}
    }
  }
}
