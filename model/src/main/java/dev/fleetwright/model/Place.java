package dev.fleetwright.model;

/**
 * Where something stands in a text that a person wrote, with the line itself so that it can be
 * shown.
 *
 * @param source the name of the text: a file, {@code <stdin>}, {@code <expression>}
 * @param line from 1
 * @param column from 1, in code points
 * @param length how many code points the caret underlines, at least 1
 * @param lineText the whole line, without its end; long lines are cut when shown, not here
 */
public record Place(String source, int line, int column, int length, String lineText) {

  public Place {
    if (line < 1 || column < 1 || length < 1) {
      throw new IllegalArgumentException(
          "a place counts from 1: line " + line + ", column " + column + ", length " + length);
    }
  }

  /** A place in a text that is one line, such as a range or a routing key. Columns count from 1. */
  public static Place inLine(String source, String text, int column, int length) {
    return new Place(source, 1, column, Math.max(1, length), text);
  }

  /** {@code source:line:column}, which editors and terminals turn into a link. */
  @Override
  public String toString() {
    return source + ":" + line + ":" + column;
  }
}
