package dev.fleetwright.status;

import dev.fleetwright.status.kinds.CombinedField;
import dev.fleetwright.status.kinds.NamedExpression;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import java.util.ArrayList;
import java.util.List;

/** The SELECT statement that a collector is like, with its expressions left in CEL. */
public final class AnalogousSelect {

  private AnalogousSelect() {}

  public static String of(StatusCollectorSpec spec) {
    String filter = spec.filter();
    String from =
        "FROM PerWEC" + (filter == null || filter.isBlank() ? "" : " WHERE " + oneLine(filter));
    String limit = "\nLIMIT " + spec.rowLimit() + ";\n";
    if (!spec.select().isEmpty()) {
      return "SELECT " + columns(spec.select(), "       ") + "\n" + from + limit;
    }
    List<String> output = new ArrayList<>();
    spec.groupBy().forEach(key -> output.add(name(key.name())));
    spec.combinedFields().forEach(field -> output.add(aggregate(field)));
    String select = "SELECT " + String.join(", ", output) + "\n";
    if (spec.groupBy().isEmpty()) {
      return select + from + limit;
    }
    List<String> keys = spec.groupBy().stream().map(key -> name(key.name())).toList();
    return select
        + "FROM (SELECT "
        + columns(spec.groupBy(), "             ")
        + ",\n             *\n      "
        + from
        + ")\nGROUP BY "
        + String.join(", ", keys)
        + limit;
  }

  private static String columns(List<NamedExpression> expressions, String indent) {
    return String.join(
        ",\n" + indent,
        expressions.stream()
            .map(column -> oneLine(column.def()) + " AS " + name(column.name()))
            .toList());
  }

  private static String aggregate(CombinedField field) {
    String subject = field.subject();
    return field.type()
        + "("
        + (subject == null ? "*" : oneLine(subject))
        + ") AS "
        + name(field.name());
  }

  private static String oneLine(String expression) {
    return expression.strip().replaceAll("\\s*\\R\\s*", " ");
  }

  private static String name(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
  }
}
