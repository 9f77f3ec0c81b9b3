package dev.fleetwright.cli.status;

import dev.fleetwright.cli.terminal.Machine;
import dev.fleetwright.status.ResultTable;
import dev.fleetwright.status.kinds.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result as the command lines of databases print it: numbers to the right, NULL spelled out. */
final class SqlTable {

  private static final int WIDEST = 80;

  private SqlTable() {}

  static String render(ResultTable table) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(table.columnNames().stream().map(SqlTable::oneLine).toList());
    table.rows().forEach(row -> lines.add(row.stream().map(SqlTable::text).toList()));
    int[] widths = new int[table.columnNames().size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], length(line.get(i)));
      }
    }
    StringBuilder out = new StringBuilder();
    for (int row = 0; row < lines.size(); row++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = lines.get(row).get(i);
        boolean number = row > 0 && table.rows().get(row - 1).get(i).type() == Value.Type.NUMBER;
        line.append(i == 0 ? " " : " | ");
        int gap = widths[i] - length(cell);
        line.repeat(' ', number ? gap : 0).append(cell).repeat(' ', number ? 0 : gap);
      }
      out.append(line.toString().stripTrailing()).append('\n');
      if (row == 0) {
        for (int i = 0; i < widths.length; i++) {
          out.append(i == 0 ? "" : "+").repeat('-', widths[i] + 2);
        }
        out.append('\n');
      }
    }
    return out.append(footer(table)).toString();
  }

  private static String footer(ResultTable table) {
    long shown = table.rows().size();
    return table.truncated()
        ? "(" + shown + " of " + table.totalRows() + " rows)\n"
        : "(" + shown + (shown == 1 ? " row)\n" : " rows)\n");
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String text(Value value) {
    return oneLine(
        switch (value.type()) {
          case NULL -> "NULL";
          case STRING -> String.valueOf(value.string());
          case NUMBER -> String.valueOf(value.number());
          case BOOL -> String.valueOf(value.bool());
          case OBJECT -> compact(value.object());
          case ARRAY -> compact(value.array());
        });
  }

  private static String compact(@Nullable Object plain) {
    String json = Machine.json(plain).replaceAll("\\s*\\R\\s*", " ").strip();
    return length(json) <= WIDEST
        ? json
        : json.substring(0, json.offsetByCodePoints(0, WIDEST - 1)) + "…";
  }

  private static String oneLine(String text) {
    return text.codePoints()
        .map(c -> c == '\n' || c == '\t' ? ' ' : Character.isISOControl(c) ? 0xFFFD : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
