package dev.fleetwright.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells the items of a list-map apart by their keys. */
final class ListItems {
  private ListItems() {}

  /** The items of a list by their keys; none for a list whose items cannot be told apart. */
  static Map<JsonNode, JsonNode> byKey(Schema schema, @Nullable JsonNode list) {
    if (list == null || schema.merge().list() != Merge.ListKind.MAP) {
      return Map.of();
    }
    Map<JsonNode, JsonNode> items = new HashMap<>();
    list.forEach(item -> items.putIfAbsent(key(schema, item), item));
    return items;
  }

  static JsonNode key(Schema schema, JsonNode item) {
    return key(schema.mapKeys(), item);
  }

  /** What identifies an item. */
  static JsonNode key(List<String> keys, JsonNode item) {
    ObjectNode picked = Json.object();
    for (String key : keys) {
      JsonNode value = item.get(key);
      if (value != null) {
        picked.set(key, value);
      }
    }
    return picked;
  }
}
