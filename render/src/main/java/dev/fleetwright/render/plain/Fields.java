package dev.fleetwright.render.plain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads fields of plain mappings that a schema has checked before, and builds such mappings. What
 * is absent reads as null or empty.
 */
public final class Fields {

  private Fields() {}

  /**
   * A mapping of the fields given as key, value, key, value; null and empty values are left out.
   */
  public static Map<String, @Nullable Object> of(@Nullable Object... keysAndValues) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i + 1 < keysAndValues.length; i += 2) {
      Object value = keysAndValues[i + 1];
      if (!isEmpty(value)) {
        map.put(String.valueOf(keysAndValues[i]), value);
      }
    }
    return map;
  }

  private static boolean isEmpty(@Nullable Object value) {
    return switch (value) {
      case null -> true;
      case Map<?, ?> map -> map.isEmpty();
      case List<?> list -> list.isEmpty();
      default -> false;
    };
  }

  public static @Nullable Object value(@Nullable Object map, String key) {
    return map instanceof Map<?, ?> fields ? fields.get(key) : null;
  }

  public static @Nullable String text(@Nullable Object map, String key) {
    return value(map, key) instanceof String text ? text : null;
  }

  public static String text(@Nullable Object map, String key, String otherwise) {
    String text = text(map, key);
    return text == null ? otherwise : text;
  }

  public static boolean flag(@Nullable Object map, String key) {
    return Boolean.TRUE.equals(value(map, key));
  }

  public static long number(@Nullable Object map, String key, long otherwise) {
    return value(map, key) instanceof Number number ? number.longValue() : otherwise;
  }

  @SuppressWarnings("unchecked") // plain mappings have string keys
  public static Map<String, @Nullable Object> map(@Nullable Object map, String key) {
    return value(map, key) instanceof Map<?, ?> inner
        ? (Map<String, @Nullable Object>) inner
        : Map.of();
  }

  @SuppressWarnings("unchecked") // plain lists hold plain values
  public static List<@Nullable Object> list(@Nullable Object map, String key) {
    return value(map, key) instanceof List<?> list ? (List<@Nullable Object>) list : List.of();
  }

  /** The mappings of a list; what is no mapping is left out. */
  public static List<Map<String, @Nullable Object>> maps(@Nullable Object map, String key) {
    List<Map<String, @Nullable Object>> maps = new ArrayList<>();
    for (Object item : list(map, key)) {
      if (item instanceof Map<?, ?> inner) {
        maps.add(cast(inner));
      }
    }
    return maps;
  }

  public static List<String> texts(@Nullable Object map, String key) {
    List<String> texts = new ArrayList<>();
    for (Object item : list(map, key)) {
      if (item instanceof String text) {
        texts.add(text);
      }
    }
    return texts;
  }

  /** The entries of a mapping whose values are strings, in their order. */
  public static Map<String, String> strings(@Nullable Object map, String key) {
    Map<String, String> strings = new LinkedHashMap<>();
    map(map, key)
        .forEach((name, value) -> {
          if (value instanceof String text) {
            strings.put(name, text);
          }
        });
    return strings;
  }

  @SuppressWarnings("unchecked") // plain mappings have string keys
  public static Map<String, @Nullable Object> cast(Map<?, ?> map) {
    return (Map<String, @Nullable Object>) map;
  }
}
