package dev.fleetwright.cel;

import dev.fleetwright.model.Place;

/** The source of an expression, by code points, and the places in it. */
final class SourceText {

  static final String NAME = "<expression>";

  private final int[] codePoints;

  SourceText(String source) {
    this.codePoints = source.codePoints().toArray();
  }

  int length() {
    return codePoints.length;
  }

  /** The place of an offset; offsets outside are moved to the nearest one inside. */
  Place at(int offset, int length) {
    int at = Math.max(0, Math.min(offset, codePoints.length));
    int line = 1;
    int start = 0;
    for (int i = 0; i < at; i++) {
      if (codePoints[i] == '\n') {
        line++;
        start = i + 1;
      }
    }
    int end = start;
    while (end < codePoints.length && codePoints[end] != '\n') {
      end++;
    }
    int shownEnd = end > start && codePoints[end - 1] == '\r' ? end - 1 : end;
    return new Place(
        NAME,
        line,
        at - start + 1,
        Math.max(1, Math.min(length, shownEnd - at)),
        new String(codePoints, start, Math.max(0, shownEnd - start)));
  }

  /** The offset of a line from 1 and a column from 0. */
  int offset(int line, int column) {
    int start = 0;
    for (int at = 1; at < line && start < codePoints.length; start++) {
      if (codePoints[start] == '\n') {
        at++;
      }
    }
    return Math.min(codePoints.length, start + Math.max(0, column));
  }

  /** How many code points the token at the offset has: a name with a leading dot, or one sign. */
  int tokenLength(int offset) {
    int end = offset;
    if (end < codePoints.length && codePoints[end] == '.') {
      end++;
      if (end < codePoints.length && codePoints[end] == '?') {
        end++;
      }
    }
    while (end < codePoints.length && isNamePart(codePoints[end])) {
      end++;
    }
    return Math.max(1, end - offset);
  }

  /** Where the name starts that ends at the offset (before a parenthesis), else the offset. */
  int startOf(String name, int offset) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    int start = offset - last.codePointCount(0, last.length());
    return start >= 0 && last.equals(new String(codePoints, start, offset - start))
        ? start
        : offset;
  }

  /** Whether the name stands before an opening parenthesis somewhere. */
  boolean calls(String name) {
    String text = new String(codePoints, 0, codePoints.length);
    String last = name.substring(name.lastIndexOf('.') + 1);
    for (int at = text.indexOf(last); at >= 0; at = text.indexOf(last, at + 1)) {
      int end = at + last.length();
      while (end < text.length() && text.charAt(end) == ' ') {
        end++;
      }
      boolean starts = at == 0 || !isNamePart(text.charAt(at - 1));
      if (starts && end < text.length() && text.charAt(end) == '(') {
        return true;
      }
    }
    return false;
  }

  private static boolean isNamePart(int c) {
    return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
  }
}
