package dev.fleetwright.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.schema.Merge;
import dev.fleetwright.apiserver.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Merges an applied configuration into a live object, and takes out what is no longer applied. */
final class TreeMerge {
  private TreeMerge() {}

  /** The live value with everything that is applied; neither input is changed. */
  static JsonNode merge(Schema schema, @Nullable JsonNode live, JsonNode applied) {
    if (live instanceof ObjectNode object
        && Shape.isGranularObject(schema, live)
        && Shape.isGranularObject(schema, applied)) {
      ObjectNode result = object.deepCopy();
      for (Map.Entry<String, JsonNode> field : applied.properties()) {
        result.set(
            field.getKey(),
            merge(schema.field(field.getKey()), result.get(field.getKey()), field.getValue()));
      }
      return result;
    }
    if (live != null
        && Shape.isGranularList(schema, live)
        && Shape.isGranularList(schema, applied)) {
      return mergeLists(schema, live, applied);
    }
    return applied.deepCopy();
  }

  /** Live order for what is live already, then new items in the order in which they are applied. */
  private static ArrayNode mergeLists(Schema schema, JsonNode live, JsonNode applied) {
    var items = new LinkedHashMap<>(Shape.items(schema, live));
    Shape.items(schema, applied)
        .forEach((element, item) ->
            items.put(
                element,
                schema.merge().list() == Merge.ListKind.MAP
                    ? merge(schema.item(), items.get(element), item)
                    : item));
    ArrayNode result = Json.array();
    items.values().forEach(item -> result.add(item.deepCopy()));
    return result;
  }

  /**
   * Removes, in place, what a manager applied before and does not apply now, unless someone else
   * owns it.
   */
  static void prune(Schema schema, JsonNode value, FieldSet before, FieldSet now, FieldSet others) {
    before
        .children()
        .forEach((element, old) -> {
          JsonNode inner = locate(schema, value, element);
          if (inner == null) {
            return;
          }
          FieldSet kept = now.find(element);
          FieldSet owned = others.find(element);
          boolean free = (kept == null || kept.isEmpty()) && (owned == null || owned.isEmpty());
          if (old.isMember() && free) {
            remove(schema, value, element);
            return;
          }
          boolean wasEmpty = inner.isEmpty();
          prune(
              innerSchema(schema, element),
              inner,
              old,
              kept == null ? new FieldSet() : kept,
              owned == null ? new FieldSet() : owned);
          if (free && inner.isContainerNode() && inner.isEmpty() && !wasEmpty) {
            remove(schema, value, element);
          }
        });
  }

  private static Schema innerSchema(Schema schema, String element) {
    return element.startsWith("f:") ? schema.field(element.substring(2)) : schema.item();
  }

  private static @Nullable JsonNode locate(Schema schema, JsonNode value, String element) {
    if (element.startsWith("f:")) {
      return value.get(element.substring(2));
    }
    int index = indexOf(schema, value, element);
    return index < 0 ? null : value.get(index);
  }

  private static void remove(Schema schema, JsonNode value, String element) {
    if (value instanceof ObjectNode object && element.startsWith("f:")) {
      object.remove(element.substring(2));
    } else if (value instanceof ArrayNode array) {
      int index = indexOf(schema, array, element);
      if (index >= 0) {
        array.remove(index);
      }
    }
  }

  private static int indexOf(Schema schema, JsonNode value, String element) {
    for (int i = 0; i < value.size() && value.isArray(); i++) {
      if (element.equals(Shape.element(schema, value.get(i)))) {
        return i;
      }
    }
    return -1;
  }
}
