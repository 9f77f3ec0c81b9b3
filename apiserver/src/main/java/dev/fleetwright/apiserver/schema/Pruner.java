package dev.fleetwright.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Removes the fields that a schema does not know and names them. */
public final class Pruner {
  private static final Set<String> OBJECT_FIELDS = Set.of("apiVersion", "kind", "metadata");

  private Pruner() {}

  /**
   * Changes the value in place.
   *
   * @return the paths of what was removed
   */
  public static List<String> prune(Schema schema, ObjectNode value) {
    var removed = new ArrayList<String>();
    value(schema, value, "", true, removed);
    return removed;
  }

  private static void value(
      Schema schema, JsonNode value, String path, boolean isObject, List<String> removed) {
    switch (value) {
      case ObjectNode object -> {
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        while (fields.hasNext()) {
          Map.Entry<String, JsonNode> field = fields.next();
          String name = field.getKey();
          boolean reserved = isObject && OBJECT_FIELDS.contains(name);
          if (!reserved && !schema.knows(name)) {
            removed.add(Validator.join(path, name));
            fields.remove();
          } else if (field.getValue().isContainerNode()
              && (!reserved || schema.properties().containsKey(name))) {
            Schema inner = schema.field(name);
            value(inner, field.getValue(), Validator.join(path, name), inner.embedded(), removed);
          }
        }
      }
      case ArrayNode array -> {
        for (int i = 0; i < array.size(); i++) {
          Schema inner = schema.item();
          if (array.get(i).isContainerNode()) {
            value(inner, array.get(i), path + "[" + i + "]", inner.embedded(), removed);
          }
        }
      }
      default -> {}
    }
  }
}
