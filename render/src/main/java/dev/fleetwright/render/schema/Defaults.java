package dev.fleetwright.render.schema;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a schema puts where nothing is written. */
final class Defaults {

  private static final int DEEPEST = 20;

  private Defaults() {}

  /** The schema's own default with the defaults of its parts filled in; null when it has none. */
  static @Nullable Object of(Schema written, int depth) {
    Schema schema = written.resolved();
    Schema owner = written.hasDefault ? written : schema;
    if (!owner.hasDefault || (written.foreign && !written.hasDefault) || depth > DEEPEST) {
      return null;
    }
    if (owner.defaultValue instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> filled = new LinkedHashMap<>();
      map.forEach((key, value) -> filled.put(String.valueOf(key), value));
      schema.properties.forEach((key, property) -> {
        Object inner = map.containsKey(key) ? null : of(property, depth + 1);
        if (inner != null) {
          filled.put(key, inner);
        }
      });
      return filled;
    }
    return owner.defaultValue;
  }
}
