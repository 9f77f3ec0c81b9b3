package dev.fleetwright.render.schema;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the texts that a schema marks as secret. */
final class Secrets {

  private static final int DEEPEST = 100;

  private Secrets() {}

  static Set<String> in(Schema schema, @Nullable Object value) {
    Set<String> found = new TreeSet<>();
    collect(schema, value, found, false, 0);
    return found;
  }

  private static void collect(
      Schema written, @Nullable Object value, Set<String> found, boolean inSecret, int depth) {
    if (depth > DEEPEST) {
      return;
    }
    Schema schema = written.resolved();
    boolean secret = inSecret || written.secret || schema.secret;
    switch (value) {
      case String text when secret && !text.isEmpty() -> found.add(text);
      case Number number when secret -> found.add(String.valueOf(number));
      case Map<?, ?> map ->
          map.forEach((key, child) -> collect(part(schema, key), child, found, secret, depth + 1));
      case List<?> list -> {
        Schema items = schema.items == null ? schema : schema.items;
        list.forEach(item -> collect(items, item, found, secret, depth + 1));
      }
      case null, default -> {}
    }
    for (Schema part : schema.allOf) {
      collect(part, value, found, secret, depth + 1);
    }
    for (Schema part : schema.oneOf) {
      collect(part, value, found, secret, depth + 1);
    }
    for (Schema part : schema.anyOf) {
      collect(part, value, found, secret, depth + 1);
    }
  }

  private static final Schema ANY = new Schema();

  private static Schema part(Schema schema, @Nullable Object key) {
    Schema known = schema.properties.get(String.valueOf(key));
    if (known != null) {
      return known;
    }
    Schema additional = schema.additional;
    return additional == null ? ANY : additional;
  }
}
