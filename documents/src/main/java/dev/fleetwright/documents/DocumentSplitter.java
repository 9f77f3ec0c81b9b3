package dev.fleetwright.documents;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text into documents at its {@code ---} and {@code ...} lines. YAML forbids these at the
 * start of a line anywhere else, so the cut is exact, and a mistake in one document leaves the
 * others readable.
 */
final class DocumentSplitter {

  /**
   * A document with something in it.
   *
   * @param body where the text behind the {@code ---} begins
   */
  record Part(int start, int body, int end) {}

  private final String text;
  private final List<Part> parts = new ArrayList<>();
  private int start;
  private int body;
  private boolean marked;
  private boolean content;

  private DocumentSplitter(String text) {
    this.text = text;
  }

  static List<Part> split(String text) {
    DocumentSplitter splitter = new DocumentSplitter(text);
    splitter.run();
    return splitter.parts;
  }

  private void run() {
    int i = 0;
    while (i < text.length()) {
      int end = lineEnd(i);
      int next = afterBreak(end);
      if (isMarker("---", i)) {
        if (content || marked) {
          close(i);
        }
        marked = true;
        body = i + 3;
        content = hasContent(i + 3, end);
      } else if (isMarker("...", i)) {
        close(next);
      } else if (!content) {
        boolean directive = text.charAt(i) == '%' && !marked;
        content = !directive && hasContent(i, end);
      }
      i = next;
    }
    close(text.length());
  }

  private void close(int end) {
    if (content) {
      parts.add(new Part(start, body, end));
    }
    start = end;
    body = end;
    marked = false;
    content = false;
  }

  private boolean isMarker(String marker, int at) {
    return text.startsWith(marker, at)
        && (at + 3 == text.length() || " \t\r\n".indexOf(text.charAt(at + 3)) >= 0);
  }

  private boolean hasContent(int from, int end) {
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      if (c == '#') {
        return false;
      }
      if (c != ' ' && c != '\t') {
        return true;
      }
    }
    return false;
  }

  private int lineEnd(int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) != '\n' && text.charAt(i) != '\r') {
      i++;
    }
    return i;
  }

  private int afterBreak(int at) {
    if (at >= text.length()) {
      return at;
    }
    return text.charAt(at) == '\r' && at + 1 < text.length() && text.charAt(at + 1) == '\n'
        ? at + 2
        : at + 1;
  }
}
