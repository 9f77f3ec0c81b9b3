package dev.fleetwright.documents;

import java.util.Arrays;

/**
 * Finds for each character of a scalar's value where it stands in the source, by decoding the
 * source once more with offsets. Done only when a problem inside a value is shown.
 */
final class ScalarLayout {

  private static final int[] UNKNOWN = {};

  private final String source;
  private final StringBuilder decoded = new StringBuilder();
  private int[] offsets = new int[64];

  private ScalarLayout(String source) {
    this.source = source;
  }

  /**
   * The offset in the source of each char of the value, and of its end. Empty when the value cannot
   * be followed back.
   */
  static int[] offsets(String source, int start, int end, ScalarStyle style, String value) {
    ScalarLayout layout = new ScalarLayout(source);
    return switch (style) {
      case PLAIN -> layout.flow(start, end, value, style);
      case SINGLE_QUOTED, DOUBLE_QUOTED -> layout.flow(start + 1, end - 1, value, style);
      case LITERAL, FOLDED -> layout.block(start, end, value);
      case NONE -> UNKNOWN;
    };
  }

  private int[] flow(int from, int to, String value, ScalarStyle style) {
    int i = from;
    int kept = 0;
    while (i < to) {
      char c = source.charAt(i);
      if (isBreak(c)) {
        decoded.setLength(kept);
        int breakAt = i;
        int breaks = 0;
        while (i < to && isBreak(source.charAt(i))) {
          i = afterBlanks(afterBreak(i), to);
          breaks++;
        }
        emit(breaks == 1 ? ' ' : '\n', breakAt);
        for (int n = 2; n < breaks; n++) {
          emit('\n', breakAt);
        }
        kept = decoded.length();
      } else if (c == '\'' && style == ScalarStyle.SINGLE_QUOTED) {
        emit('\'', i);
        i += 2;
        kept = decoded.length();
      } else if (c == '\\' && style == ScalarStyle.DOUBLE_QUOTED && i + 1 < to) {
        i = escape(i, to);
        kept = decoded.length();
      } else {
        emit(c, i++);
        if (c != ' ' && c != '\t') {
          kept = decoded.length();
        }
      }
    }
    return decoded.toString().equals(value) ? closed(to) : UNKNOWN;
  }

  private int escape(int at, int to) {
    char c = source.charAt(at + 1);
    if (isBreak(c)) {
      int i = afterBlanks(afterBreak(at + 1), to);
      while (i < to && isBreak(source.charAt(i))) {
        emit('\n', i);
        i = afterBlanks(afterBreak(i), to);
      }
      return i;
    }
    int digits =
        switch (c) {
          case 'x' -> 2;
          case 'u' -> 4;
          case 'U' -> 8;
          default -> 0;
        };
    int end = at + 2 + digits;
    if (digits > 0) {
      if (end > to) {
        return to;
      }
      try {
        int codePoint = Integer.parseInt(source, at + 2, end, 16);
        for (char part : Character.toChars(codePoint)) {
          emit(part, at);
        }
      } catch (IllegalArgumentException e) {
        return end;
      }
      return end;
    }
    emit(
        switch (c) {
          case '0' -> '\0';
          case 'a' -> '\u0007';
          case 'b' -> '\b';
          case 't', '\t' -> '\t';
          case 'n' -> '\n';
          case 'v' -> '\u000B';
          case 'f' -> '\f';
          case 'r' -> '\r';
          case 'e' -> '\u001B';
          case 'N' -> '\u0085';
          case '_' -> '\u00A0';
          case 'L' -> '\u2028';
          case 'P' -> '\u2029';
          default -> c;
        },
        at);
    return end;
  }

  /**
   * Block scalars keep the text of each line and differ in what they put between lines, so each
   * line's text is looked up in the value from where the last one ended.
   */
  private int[] block(int start, int end, String value) {
    int i = start;
    while (i < end && !isBreak(source.charAt(i))) {
      i++;
    }
    int headerEnd = i;
    int contentEnd = value.length();
    while (contentEnd > 0 && value.charAt(contentEnd - 1) == '\n') {
      contentEnd--;
    }
    int indent = blockIndent(i, end, value);
    int[] map = new int[value.length() + 1];
    int cursor = 0;
    int lineEnd = headerEnd;
    while (i < end && cursor < contentEnd) {
      int lineStart = afterBreak(i);
      i = lineStart;
      while (i < end && !isBreak(source.charAt(i))) {
        i++;
      }
      int textStart = lineStart + indent;
      if (textStart < i) {
        int length = i - textStart;
        while (!value.regionMatches(cursor, source, textStart, length)) {
          char c = cursor < value.length() ? value.charAt(cursor) : 'x';
          if (c != '\n' && c != ' ') {
            return UNKNOWN;
          }
          map[cursor++] = lineEnd;
        }
        for (int n = 0; n < length; n++) {
          map[cursor++] = textStart + n;
        }
        lineEnd = i;
      }
    }
    if (cursor < contentEnd) {
      return UNKNOWN;
    }
    Arrays.fill(map, Math.min(cursor, map.length), map.length, lineEnd);
    return map;
  }

  /** The first line with text is as much deeper in the source as the block is indented. */
  private int blockIndent(int headerEnd, int end, String value) {
    int inValue = leadingSpaces(value, 0, value.length());
    return Math.max(0, leadingSpaces(source, headerEnd, end) - inValue);
  }

  private static int leadingSpaces(String text, int from, int to) {
    int spaces = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == ' ') {
        spaces++;
      } else if (isBreak(c)) {
        spaces = 0;
      } else {
        return spaces;
      }
    }
    return 0;
  }

  private void emit(char c, int at) {
    if (decoded.length() + 1 >= offsets.length) {
      offsets = Arrays.copyOf(offsets, offsets.length * 2);
    }
    offsets[decoded.length()] = at;
    decoded.append(c);
  }

  private int[] closed(int end) {
    int[] map = Arrays.copyOf(offsets, decoded.length() + 1);
    map[decoded.length()] = end;
    return map;
  }

  private int afterBreak(int at) {
    return source.charAt(at) == '\r' && at + 1 < source.length() && source.charAt(at + 1) == '\n'
        ? at + 2
        : at + 1;
  }

  private int afterBlanks(int at, int to) {
    int i = at;
    while (i < to && (source.charAt(i) == ' ' || source.charAt(i) == '\t')) {
      i++;
    }
    return i;
  }

  private static boolean isBreak(char c) {
    return c == '\n' || c == '\r';
  }
}
