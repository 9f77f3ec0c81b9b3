package dev.fleetwright.release.kinds;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was left out is empty, and what was given cannot be changed from outside. */
final class Copies {

  private Copies() {}

  static <T> List<T> of(@Nullable List<T> list) {
    return list == null ? List.of() : Collections.unmodifiableList(new ArrayList<>(list));
  }

  static <V extends @Nullable Object> Map<String, V> of(@Nullable Map<String, V> map) {
    return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
