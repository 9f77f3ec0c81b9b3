package dev.fleetwright.capability.kinds;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collections as the records keep them: never null, and nobody else can change them. */
final class Copies {

  private Copies() {}

  static <T> List<T> of(@Nullable List<T> list) {
    return list == null ? List.of() : List.copyOf(list);
  }

  static Map<String, String> of(@Nullable Map<String, String> map) {
    return map == null || map.isEmpty()
        ? Map.of()
        : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /** Free-form values may be null, which {@code Map.copyOf} refuses. */
  static Map<String, Object> ofValues(@Nullable Map<String, Object> map) {
    return map == null || map.isEmpty()
        ? Map.of()
        : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  static List<Map<String, Object>> ofValues(@Nullable List<Map<String, Object>> list) {
    List<Map<String, Object>> copies = new ArrayList<>();
    if (list != null) {
      list.forEach(map -> copies.add(ofValues(map)));
    }
    return Collections.unmodifiableList(copies);
  }
}
