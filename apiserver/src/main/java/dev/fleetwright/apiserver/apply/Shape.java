package dev.fleetwright.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.schema.Merge;
import dev.fleetwright.apiserver.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a value is taken apart: which objects and lists have fields and items of their own. */
final class Shape {
  private Shape() {}

  static boolean isGranularObject(Schema schema, @Nullable JsonNode value) {
    return value instanceof ObjectNode && !schema.merge().atomicMap();
  }

  static boolean isGranularList(Schema schema, @Nullable JsonNode value) {
    return value instanceof ArrayNode && schema.merge().list() != Merge.ListKind.ATOMIC;
  }

  /** The path element of a list's item, or null when the item has no identity. */
  static @Nullable String element(Schema list, JsonNode item) {
    return switch (list.merge().list()) {
      case ATOMIC -> null;
      case SET -> PathElement.value(item);
      case MAP -> PathElement.key(list, item);
    };
  }

  /** The items by their path element; items without identity are left out, the first one wins. */
  static Map<String, JsonNode> items(Schema list, JsonNode array) {
    var items = new LinkedHashMap<String, JsonNode>();
    for (JsonNode item : array) {
      String element = element(list, item);
      if (element != null) {
        items.putIfAbsent(element, item);
      }
    }
    return items;
  }
}
