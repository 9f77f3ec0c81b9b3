package dev.fleetwright.documents;

import dev.fleetwright.model.Suggestion;
import java.util.Collection;

/** How values and choices are written in messages. */
final class Words {

  private static final int LONGEST = 60;
  private static final int MOST_CHOICES = 12;

  private Words() {}

  /** In quotes with JSON's escapes, whole. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (Character.isISOControl(c)) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }

  /**
   * Reads what {@link #quoted} wrote, from the opening quote on; gives the offset behind the
   * closing one, or -1.
   */
  static int unquote(String text, int from, StringBuilder out) {
    int i = from + 1;
    while (i < text.length()) {
      char c = text.charAt(i++);
      if (c == '"') {
        return i;
      }
      if (c != '\\' || i == text.length()) {
        out.append(c);
        continue;
      }
      char escaped = text.charAt(i++);
      switch (escaped) {
        case 'n' -> out.append('\n');
        case 'r' -> out.append('\r');
        case 't' -> out.append('\t');
        case 'u' -> {
          if (i + 4 > text.length()) {
            return -1;
          }
          try {
            out.append((char) Integer.parseInt(text, i, i + 4, 16));
          } catch (NumberFormatException e) {
            return -1;
          }
          i += 4;
        }
        default -> out.append(escaped);
      }
    }
    return -1;
  }

  /** In quotes, cut when it is long. */
  static String shown(String text) {
    return quoted(cut(text));
  }

  static String cut(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "…";
  }

  /** An exception's message as a problem's: one line, no full stop. */
  static String sentence(String message) {
    String line = message.lines().findFirst().orElse("").strip();
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }

  /** What to do about a name that is none of the known: the nearest, or all when they are few. */
  static String instead(String written, Collection<String> known, String otherwise) {
    return Suggestion.nearest(written, known)
        .map(nearest -> "did you mean " + quoted(nearest) + "?")
        .orElseGet(() ->
            known.isEmpty() || known.size() > MOST_CHOICES
                ? otherwise
                : "use one of: " + String.join(", ", known));
  }
}
