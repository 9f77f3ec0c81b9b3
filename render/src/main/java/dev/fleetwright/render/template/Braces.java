package dev.fleetwright.render.template;

/** Finds where an expression in a text ends: braces nest, and those in strings do not count. */
final class Braces {

  private Braces() {}

  /** The offset of the brace that closes what begins at {@code from}; -1 when there is none. */
  static int closing(String text, int from) {
    int depth = 0;
    int i = from;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '\'' || c == '"') {
        i = afterString(text, i);
        continue;
      }
      if (c == '{') {
        depth++;
      } else if (c == '}' && depth-- == 0) {
        return i;
      }
      i++;
    }
    return -1;
  }

  private static int afterString(String text, int from) {
    char quote = text.charAt(from);
    String triple = String.valueOf(quote).repeat(3);
    if (text.startsWith(triple, from)) {
      int end = text.indexOf(triple, from + 3);
      return end < 0 ? text.length() : end + 3;
    }
    boolean raw = from > 0 && (text.charAt(from - 1) == 'r' || text.charAt(from - 1) == 'R');
    int i = from + 1;
    while (i < text.length() && text.charAt(i) != quote) {
      i += text.charAt(i) == '\\' && !raw ? 2 : 1;
    }
    return Math.min(i + 1, text.length());
  }

  /** The offset in chars of a line and column (in code points, from 1) of a text. */
  static int offsetOf(String text, int line, int column) {
    int at = 0;
    for (int i = 1; i < line; i++) {
      int next = text.indexOf('\n', at);
      if (next < 0) {
        break;
      }
      at = next + 1;
    }
    for (int i = 1; i < column && at < text.length(); i++) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }
}
