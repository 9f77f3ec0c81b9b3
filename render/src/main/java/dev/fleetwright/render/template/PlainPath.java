package dev.fleetwright.render.template;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Expressions that only name a value, such as {@code spec.container} and {@code spec.?replicas}:
 * most are, and they need no compiler. Whatever is not found is left to CEL, which knows what to
 * say.
 */
final class PlainPath {

  /** The answer for what only CEL can evaluate. */
  enum Unknown {
    ASK_CEL
  }

  private static final Pattern PATH =
      Pattern.compile("\\s*[A-Za-z_][A-Za-z0-9_]*(?:\\.\\??[A-Za-z_][A-Za-z0-9_]*)+\\s*");

  private PlainPath() {}

  static @Nullable Object find(String source, Map<String, @Nullable Object> bindings) {
    if (source.length() > 200 || !PATH.matcher(source).matches()) {
      return Unknown.ASK_CEL;
    }
    Object value = bindings;
    for (String step : source.strip().split("\\.", -1)) {
      boolean optional = step.startsWith("?");
      String key = optional ? step.substring(1) : step;
      if (!(value instanceof Map<?, ?> map)) {
        return Unknown.ASK_CEL;
      }
      Object next = map.get(key);
      if (next == null) {
        // Behind an optional step all others are optional, and there is nothing to find there.
        return optional && !map.containsKey(key) ? null : Unknown.ASK_CEL;
      }
      value = next;
    }
    return isPlain(value) ? value : Unknown.ASK_CEL;
  }

  private static boolean isPlain(@Nullable Object value) {
    return value instanceof String
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Map
        || value instanceof List;
  }
}
