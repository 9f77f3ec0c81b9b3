package dev.fleetwright.placement.kinds;

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
    return list == null || list.isEmpty() ? List.of() : List.copyOf(list);
  }

  static Map<String, String> of(@Nullable Map<String, String> map) {
    return map == null || map.isEmpty()
        ? Map.of()
        : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /** Free-form objects stay the same instances: they are large, and nobody changes them. */
  static List<Map<String, Object>> ofObjects(@Nullable List<Map<String, Object>> list) {
    return list == null ? List.of() : Collections.unmodifiableList(new ArrayList<>(list));
  }
}
