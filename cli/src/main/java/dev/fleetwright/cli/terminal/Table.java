package dev.fleetwright.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * Columns of text aligned as people know them from kubectl: capital headers, three spaces between.
 */
public final class Table {

  private static final String GAP = "   ";

  private final List<String> headers;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... headers) {
    this.headers = List.of(headers);
  }

  /**
   * Adds a row; a cell shows control characters as a replacement character and never breaks the
   * line.
   */
  public Table row(String... cells) {
    if (cells.length != headers.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for " + headers.size() + " columns");
    }
    rows.add(List.of(cells));
    return this;
  }

  public String render() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(headers);
    rows.forEach(row -> lines.add(row.stream().map(Table::oneLine).toList()));
    int[] widths = new int[headers.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(line.get(i)));
      }
    }
    StringBuilder out = new StringBuilder();
    for (List<String> line : lines) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        text.append(line.get(i)).repeat(' ', widths[i] - width(line.get(i))).append(GAP);
      }
      out.append(text.toString().stripTrailing()).append('\n');
    }
    return out.toString();
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  private static String oneLine(String cell) {
    return cell.codePoints()
        .map(c -> c == '\n' || c == '\t' ? ' ' : Character.isISOControl(c) ? 0xFFFD : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
