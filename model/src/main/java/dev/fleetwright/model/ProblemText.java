package dev.fleetwright.model;

import java.util.List;

/**
 * Problems as people read them, plain text without colour:
 *
 * <pre>
 * world.yaml:7:12: error: spec.gameRef.nme: unknown field "nme" [unknown-field]
 *     7 |   gameRef: {nme: anvil}
 *       |             ^~~
 *   fix: did you mean "name"?
 * </pre>
 */
public final class ProblemText {

  /** A line longer than this is shown as a window around the caret. */
  private static final int WIDEST_LINE = 160;

  private ProblemText() {}

  public static String render(List<Problem> problems) {
    StringBuilder out = new StringBuilder();
    for (Problem problem : problems) {
      out.append(render(problem));
    }
    return out.toString();
  }

  public static String render(Problem problem) {
    StringBuilder out = new StringBuilder();
    Place place = problem.place();
    if (place != null) {
      out.append(place).append(": ");
    }
    out.append(problem.severity()).append(": ");
    if (!problem.path().isEmpty()) {
      out.append(problem.path()).append(": ");
    }
    out.append(printable(problem.message())).append(" [").append(problem.code()).append("]\n");
    if (place != null && !place.lineText().isEmpty()) { // a caret below nothing tells nothing
      appendExcerpt(out, place);
    }
    if (!problem.nextStep().isEmpty()) {
      out.append("  fix: ").append(printable(problem.nextStep())).append('\n');
    }
    return out.toString();
  }

  /**
   * The source line with a caret below; tabs become single spaces so that the caret stays under its
   * column.
   */
  public static void appendExcerpt(StringBuilder out, Place place) {
    String line = place.lineText();
    int count = line.codePointCount(0, line.length());
    int column = Math.min(place.column() - 1, count);
    int length = Math.min(place.length(), Math.max(1, count - column));
    int from = 0;
    int to = count;
    if (count > WIDEST_LINE) {
      from = Math.max(0, Math.min(column - WIDEST_LINE / 3, count - WIDEST_LINE));
      to = Math.min(count, from + WIDEST_LINE);
    }
    String head = from > 0 ? "…" : "";
    String number = String.format("%5d", place.line());
    out.append(number).append(" | ").append(head);
    int start = line.offsetByCodePoints(0, from);
    line.substring(start, line.offsetByCodePoints(start, to - from))
        .codePoints()
        .map(ProblemText::oneColumn)
        .forEach(out::appendCodePoint);
    out.append(to < count ? "…" : "").append('\n');
    int underlined = Math.max(1, Math.min(length, to - column));
    out.repeat(' ', number.length()).append(" | ");
    out.repeat(' ', head.length() + column - from).append('^').repeat('~', underlined - 1);
    out.append('\n');
  }

  private static int oneColumn(int codePoint) {
    return codePoint == '\t' || Character.isISOControl(codePoint) ? ' ' : codePoint;
  }

  /** Control characters of hostile input must not reach a terminal. */
  private static String printable(String text) {
    return text.codePoints().anyMatch(c -> Character.isISOControl(c) && c != '\n')
        ? text.codePoints()
            .map(c -> Character.isISOControl(c) && c != '\n' ? 0xFFFD : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString()
        : text;
  }
}
