package dev.fleetwright.render.plain;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plain values as JSON text; keys in the order of the map. */
public final class Json {

  private Json() {}

  /** On one line, for messages and hashes. */
  public static String compact(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    append(out, value, -1, 0);
    return out.toString();
  }

  /** Indented by two, with a line end. */
  public static String pretty(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    append(out, value, 2, 0);
    return out.append('\n').toString();
  }

  private static void append(StringBuilder out, @Nullable Object value, int indent, int level) {
    switch (value) {
      case null -> out.append("null");
      case String text -> appendString(out, text);
      case Map<?, ?> map -> appendMap(out, map, indent, level);
      case List<?> list -> appendList(out, list, indent, level);
      default -> out.append(Numbers.text(value));
    }
  }

  private static void appendMap(StringBuilder out, Map<?, ?> map, int indent, int level) {
    if (map.isEmpty()) {
      out.append("{}");
      return;
    }
    out.append('{');
    for (Iterator<? extends Map.Entry<?, ?>> it = map.entrySet().iterator(); it.hasNext(); ) {
      Map.Entry<?, ?> entry = it.next();
      newLine(out, indent, level + 1);
      appendString(out, String.valueOf(entry.getKey()));
      out.append(indent < 0 ? ":" : ": ");
      append(out, entry.getValue(), indent, level + 1);
      out.append(it.hasNext() ? "," : "");
    }
    newLine(out, indent, level);
    out.append('}');
  }

  private static void appendList(StringBuilder out, List<?> list, int indent, int level) {
    if (list.isEmpty()) {
      out.append("[]");
      return;
    }
    out.append('[');
    for (Iterator<?> it = list.iterator(); it.hasNext(); ) {
      newLine(out, indent, level + 1);
      append(out, it.next(), indent, level + 1);
      out.append(it.hasNext() ? "," : "");
    }
    newLine(out, indent, level);
    out.append(']');
  }

  private static void newLine(StringBuilder out, int indent, int level) {
    if (indent >= 0) {
      out.append('\n').repeat(' ', indent * level);
    }
  }

  public static void appendString(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (Character.isISOControl(c) || isLone(text, i) || c == '\u2028' || c == '\u2029') {
            out.append("\\u");
            String hex = Integer.toHexString(c);
            out.repeat('0', 4 - hex.length()).append(hex);
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /** Half a surrogate pair has no UTF-8 form. */
  private static boolean isLone(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
