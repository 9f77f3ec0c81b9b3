package dev.fleetwright.render.plain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One order of keys for all objects, whatever the order in which people wrote them: {@code
 * apiVersion, kind, metadata} first, {@code name} next, then the alphabet.
 */
public final class Shape {

  private static final List<String> FIRST = List.of("apiVersion", "kind", "metadata", "name");

  private Shape() {}

  public static Map<String, @Nullable Object> canonical(Map<?, ?> map) {
    Map<String, @Nullable Object> sorted = new TreeMap<>();
    map.forEach((key, value) -> sorted.put(String.valueOf(key), canonicalValue(value)));
    Map<String, @Nullable Object> out = LinkedHashMap.newLinkedHashMap(sorted.size());
    for (String key : FIRST) {
      if (sorted.containsKey(key)) {
        out.put(key, sorted.get(key));
      }
    }
    out.putAll(sorted);
    return out;
  }

  private static @Nullable Object canonicalValue(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> canonical(map);
      case List<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>(list.size());
        list.forEach(item -> copy.add(canonicalValue(item)));
        yield copy;
      }
      case Integer number -> number.longValue();
      case null, default -> value;
    };
  }
}
