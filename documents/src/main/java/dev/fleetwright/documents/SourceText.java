package dev.fleetwright.documents;

import dev.fleetwright.model.Place;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A source with its lines found. Nodes hold two offsets into it; lines, columns and line texts are
 * worked out when a problem asks for them.
 */
final class SourceText {

  private final String name;
  private final String text;
  private final int[] lineStarts;
  private final boolean allBasic;

  /**
   * The last line that was asked for: a one-line file of megabytes is then not copied each time.
   */
  private volatile @Nullable Line lastLine;

  private record Line(int start, String text) {}

  SourceText(Source source) {
    this.name = source.name();
    this.text = source.text();
    int[] starts = new int[16];
    int lines = 1;
    boolean basic = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || (c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n'))) {
        if (lines == starts.length) {
          starts = Arrays.copyOf(starts, lines * 2);
        }
        starts[lines++] = i + 1;
      } else if (Character.isSurrogate(c)) {
        basic = false;
      }
    }
    this.lineStarts = Arrays.copyOf(starts, lines);
    this.allBasic = basic;
  }

  String name() {
    return name;
  }

  String text() {
    return text;
  }

  /** Whether a char is a code point everywhere, so that no offset needs converting. */
  boolean allBasic() {
    return allBasic;
  }

  /**
   * The place of the characters from {@code start} to before {@code end}, cut at the line's end.
   */
  Place place(int start, int end) {
    int at = Math.max(0, Math.min(start, text.length()));
    int line = line(at);
    int lineStart = lineStarts[line];
    Line shown = lineText(line);
    int lineEnd = lineStart + shown.text.stripTrailing().length();
    int last = Math.max(at, Math.min(end, lineEnd));
    return new Place(
        name, line + 1, count(lineStart, at) + 1, Math.max(1, count(at, last)), shown.text);
  }

  int lineNumber(int offset) {
    return line(offset) + 1;
  }

  private int line(int offset) {
    int found = Arrays.binarySearch(lineStarts, offset);
    return found >= 0 ? found : -found - 2;
  }

  private int count(int from, int to) {
    return allBasic ? to - from : text.codePointCount(from, to);
  }

  private Line lineText(int line) {
    int start = lineStarts[line];
    Line last = lastLine;
    if (last != null && last.start == start) {
      return last;
    }
    int end = line + 1 < lineStarts.length ? lineStarts[line + 1] : text.length();
    while (end > start && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    Line made = new Line(start, text.substring(start, end));
    lastLine = made;
    return made;
  }
}
