package dev.fleetwright.render.module;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values on top of values: mappings are merged, everything else is replaced. */
public final class Layers {

  private Layers() {}

  public static @Nullable Object merged(@Nullable Object under, @Nullable Object over) {
    if (!(under instanceof Map<?, ?> lower) || !(over instanceof Map<?, ?> upper)) {
      return over;
    }
    Map<String, @Nullable Object> both = new LinkedHashMap<>();
    lower.forEach((key, value) -> both.put(String.valueOf(key), value));
    upper.forEach((key, value) -> {
      String name = String.valueOf(key);
      both.put(name, both.containsKey(name) ? merged(both.get(name), value) : value);
    });
    return both;
  }
}
