package dev.fleetwright.swarm.protocol;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Local references of a YAML document: {@code #/components/schemas/Id}. */
final class References {

  private References() {}

  static Object resolve(Map<?, ?> document, String reference) {
    if (!reference.startsWith("#/")) {
      throw new IllegalArgumentException("only references within the file are read: " + reference);
    }
    Object at = document;
    for (String step : reference.substring(2).split("/", -1)) {
      at = at instanceof Map<?, ?> map ? map.get(step) : null;
      if (at == null) {
        throw new IllegalArgumentException("nothing is at " + reference);
      }
    }
    return at;
  }

  /** The value, or what it refers to when it is a reference. */
  static Map<?, ?> follow(Map<?, ?> document, Object value, String where) {
    Map<?, ?> map = map(value, where);
    Object reference = map.get("$ref");
    return reference == null
        ? map
        : follow(document, resolve(document, String.valueOf(reference)), String.valueOf(reference));
  }

  static Map<?, ?> map(@Nullable Object value, String where) {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new IllegalArgumentException(where + ": must be an object");
  }

  static Map<?, ?> map(Map<?, ?> parent, String name) {
    return map(parent.get(name), name);
  }

  static String string(@Nullable Object value, String where) {
    if (value instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(where + ": must be a string");
  }

  static List<String> strings(@Nullable Object value, String where) {
    if (value instanceof List<?> list) {
      return list.stream().map(item -> string(item, where)).toList();
    }
    throw new IllegalArgumentException(where + ": must be a list");
  }
}
