package dev.fleetwright.status;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Plain values as JSON with sorted keys, for order and for size. */
final class Json {

  private Json() {}

  static String of(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  private static void append(StringBuilder out, @Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case Map<?, ?> map -> {
        TreeMap<String, @Nullable Object> sorted = new TreeMap<>();
        map.forEach((key, child) -> sorted.put(String.valueOf(key), child));
        out.append('{');
        String separator = "";
        for (Map.Entry<String, @Nullable Object> entry : sorted.entrySet()) {
          out.append(separator);
          string(out, entry.getKey());
          out.append(':');
          append(out, entry.getValue());
          separator = ",";
        }
        out.append('}');
      }
      case List<?> list -> {
        out.append('[');
        String separator = "";
        for (Object element : list) {
          out.append(separator);
          append(out, element);
          separator = ",";
        }
        out.append(']');
      }
      case Boolean flag -> out.append(flag.booleanValue());
      case BigDecimal number -> out.append(Numbers.text(number));
      case Number number -> out.append(number);
      default -> string(out, value.toString());
    }
  }

  private static void string(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
