package dev.fleetwright.apiserver.resource;

import java.util.List;
import java.util.Locale;

/** The kinds that every logical cluster serves, from the table of the program. */
public final class BuiltInTypes {
  private static final List<ResourceType> ALL = load();

  private BuiltInTypes() {}

  public static List<ResourceType> all() {
    return ALL;
  }

  private static List<ResourceType> load() {
    var columns = TableFile.rows("columns.tsv", 5);
    var schemas = new BuiltInSchemas();
    return TableFile.rows("kinds.tsv", 12).stream()
        .map(row -> {
          String group = row.get(0);
          String plural = row.get(3);
          String resource = group.isEmpty() ? plural : plural + "." + group;
          return new ResourceType(
              group,
              row.get(1),
              row.get(2),
              row.get(2) + "List",
              plural,
              row.get(4),
              list(row.get(5)),
              list(row.get(9)),
              row.get(6).equals("namespaced"),
              !row.get(7).isEmpty(),
              row.get(8).isEmpty() ? null : ScalePaths.WORKLOAD,
              false,
              row.get(10).equals("yes"),
              NameRule.valueOf(row.get(11).toUpperCase(Locale.ROOT)),
              schemas.schema(group, row.get(1), row.get(2)),
              null,
              columns(columns, resource),
              List.of(),
              null);
        })
        .toList();
  }

  private static List<Column> columns(List<List<String>> rows, String resource) {
    return rows.stream()
        .filter(row -> row.get(0).equals(resource))
        .map(row ->
            new Column(row.get(1), row.get(2), "", "", Integer.parseInt(row.get(3)), row.get(4)))
        .toList();
  }

  private static List<String> list(String cell) {
    return cell.isEmpty() ? List.of() : List.of(cell.split(","));
  }
}
