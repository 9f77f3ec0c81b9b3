package dev.fleetwright.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.error.Failure;
import dev.fleetwright.apiserver.json.Json;
import dev.fleetwright.apiserver.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One step of a field's path in the notation of {@code FieldsV1}: {@code f:name} for a field,
 * {@code k:{…}} for an item of a list-map, {@code v:…} for an item of a set.
 */
final class PathElement {
  private PathElement() {}

  static String field(String name) {
    return "f:" + name;
  }

  static String value(JsonNode value) {
    return "v:" + Json.text(value);
  }

  /** An item of a list-map; a key that is absent counts with its default, if it has one. */
  static @Nullable String key(Schema list, JsonNode item) {
    if (!item.isObject()) {
      return null;
    }
    var sorted = new TreeMap<String, JsonNode>();
    for (String key : list.mapKeys()) {
      JsonNode part = item.get(key);
      if (part == null) {
        part = list.item().field(key).defaultValue();
      }
      if (part != null) {
        sorted.put(key, part);
      }
    }
    return sorted.isEmpty() ? null : "k:" + Json.text(node(sorted));
  }

  /** The canonical form of an element that a client wrote, or null if it is none. */
  static @Nullable String canonical(String text) {
    if (text.startsWith("f:")) {
      return text;
    }
    if (!text.startsWith("k:") && !text.startsWith("v:")) {
      return text.startsWith("i:") ? text : null;
    }
    try {
      JsonNode parsed = Json.parse(text.substring(2).getBytes(StandardCharsets.UTF_8), false);
      if (text.startsWith("v:")) {
        return value(parsed);
      }
      if (parsed instanceof ObjectNode object) {
        var sorted = new TreeMap<String, JsonNode>();
        object.properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
        return "k:" + Json.text(node(sorted));
      }
      return null;
    } catch (Failure e) {
      return null;
    }
  }

  private static ObjectNode node(Map<String, JsonNode> fields) {
    ObjectNode node = Json.object();
    fields.forEach(node::set);
    return node;
  }

  /** How people read it: {@code .name}, {@code [name="a"]}, {@code [="a"]}. */
  static String display(String element) {
    if (element.startsWith("f:")) {
      return "." + element.substring(2);
    }
    if (element.startsWith("v:")) {
      return "[=" + element.substring(2) + "]";
    }
    if (element.startsWith("k:")) {
      JsonNode keys = Json.trusted(element.substring(2).getBytes(StandardCharsets.UTF_8));
      return keys.properties().stream()
          .map(e -> e.getKey() + "=" + Json.text(e.getValue()))
          .collect(Collectors.joining(",", "[", "]"));
    }
    return "[" + element.substring(2) + "]";
  }
}
