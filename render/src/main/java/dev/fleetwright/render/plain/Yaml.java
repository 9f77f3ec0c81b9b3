package dev.fleetwright.render.plain;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Plain values as block YAML that every reader understands alike: a word that YAML 1.1 or 1.2 could
 * take for something else is quoted, text of several lines is a literal block.
 */
public final class Yaml {

  private static final Pattern SAFE =
      Pattern.compile("[A-Za-z/_](?:[A-Za-z0-9/_.@+#-]|:(?=[A-Za-z0-9/_.]))*+");
  private static final Pattern WORD =
      Pattern.compile(
          "(?i:y|n|yes|no|on|off|true|false|null|nan|inf)"
              + "|[0-9a-fA-F]*+[eE][-+]?[0-9]++|_[0-9_]*+");

  private Yaml() {}

  public static String text(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    switch (value) {
      case Map<?, ?> map when !map.isEmpty() -> appendMap(out, map, 0, false);
      case List<?> list when !list.isEmpty() -> appendList(out, list, 0);
      case null, default -> {
        appendScalar(out, value, 2);
        out.append('\n');
      }
    }
    return out.toString();
  }

  private static void appendMap(StringBuilder out, Map<?, ?> map, int indent, boolean inItem) {
    boolean first = inItem;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!first) {
        out.repeat(' ', indent);
      }
      first = false;
      appendKey(out, String.valueOf(entry.getKey()));
      out.append(':');
      appendValue(out, entry.getValue(), indent);
    }
  }

  private static void appendValue(StringBuilder out, @Nullable Object value, int indent) {
    switch (value) {
      case Map<?, ?> map when !map.isEmpty() -> {
        out.append('\n');
        appendMap(out, map, indent + 2, false);
      }
      case List<?> list when !list.isEmpty() -> {
        out.append('\n');
        appendList(out, list, indent);
      }
      case null, default -> {
        out.append(' ');
        appendScalar(out, value, indent + 2);
        out.append('\n');
      }
    }
  }

  private static void appendList(StringBuilder out, List<?> list, int indent) {
    for (Object item : list) {
      out.repeat(' ', indent).append("- ");
      switch (item) {
        case Map<?, ?> map when !map.isEmpty() -> appendMap(out, map, indent + 2, true);
        case List<?> inner when !inner.isEmpty() -> {
          out.setLength(out.length() - 1);
          out.append('\n');
          appendList(out, inner, indent + 2);
        }
        case null, default -> {
          appendScalar(out, item, indent + 2);
          out.append('\n');
        }
      }
    }
  }

  private static void appendKey(StringBuilder out, String key) {
    if (isPlain(key)) {
      out.append(key);
    } else {
      Json.appendString(out, key);
    }
  }

  private static void appendScalar(StringBuilder out, @Nullable Object value, int indent) {
    switch (value) {
      case null -> out.append("null");
      case Map<?, ?> _ -> out.append("{}");
      case List<?> _ -> out.append("[]");
      case String text when isPlain(text) -> out.append(text);
      case String text when isBlock(text) -> appendBlock(out, text, indent);
      case String text -> Json.appendString(out, text);
      default -> out.append(Numbers.text(value));
    }
  }

  static boolean isPlain(String text) {
    return text.length() < 200 && SAFE.matcher(text).matches() && !WORD.matcher(text).matches();
  }

  /**
   * A literal block keeps text as it is, if no line needs escapes and no white space is at stake.
   */
  private static boolean isBlock(String text) {
    if (text.indexOf('\n') < 0 || text.startsWith("\n") || text.startsWith(" ")) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean odd = Character.isISOControl(c) && c != '\n';
      if (odd || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029' || c == '\uFEFF') {
        return false;
      }
      if (c == ' ' && (i + 1 == text.length() || text.charAt(i + 1) == '\n')) {
        return false;
      }
    }
    return true;
  }

  private static void appendBlock(StringBuilder out, String text, int indent) {
    boolean ends = text.endsWith("\n");
    boolean keeps = text.endsWith("\n\n");
    out.append(keeps ? "|+" : ends ? "|" : "|-");
    String body = ends ? text.substring(0, text.length() - 1) : text;
    for (String line : body.split("\n", -1)) {
      out.append('\n');
      if (!line.isEmpty()) {
        out.repeat(' ', indent).append(line);
      }
    }
  }
}
