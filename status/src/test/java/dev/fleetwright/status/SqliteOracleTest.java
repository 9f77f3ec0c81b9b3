package dev.fleetwright.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.status.kinds.CombinedField;
import dev.fleetwright.status.kinds.NamedExpression;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import dev.fleetwright.status.kinds.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random rows and collectors give what SQLite gives for the analogous SELECT. */
class SqliteOracleTest {

  private static final int CASES = 10_000;

  /** Each batch tries this many collectors on as many tables: compiling and loading cost most. */
  private static final int BATCH = 10;

  @Test
  void agreesWithSqlite() throws SQLException {
    int compared = 0;
    int nonEmpty = 0;
    try (Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = sqlite.createStatement()) {
      for (int i = 0; i < BATCH; i++) {
        statement.execute("CREATE TABLE PerWEC" + i + " (name TEXT PRIMARY KEY, s TEXT)");
      }
      for (int seed = 0; seed < CASES / BATCH / BATCH; seed++) {
        Generator generator = new Generator(seed);
        List<List<Row>> tables = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
          tables.add(generator.rows(24));
        }
        load(sqlite, tables);
        for (int i = 0; i < BATCH; i++) {
          Generator.Comparison filter = generator.filter();
          StatusCollectorSpec spec = generator.collector(filter);
          Collector collector = Collector.compile("it", spec).orThrow();
          for (int t = 0; t < BATCH; t++) {
            String select = select(spec, filter, "PerWEC" + t);
            List<List<String>> expected = run(statement, select);
            assertThat(ours(collector, tables.get(t)))
                .as("seed %s: %s over %s", seed, select, tables.get(t))
                .isEqualTo(expected);
            compared++;
            nonEmpty += expected.isEmpty() ? 0 : 1;
          }
        }
      }
    }
    assertThat(compared).isEqualTo(CASES);
    assertThat(nonEmpty).isGreaterThan(CASES / 2);
  }

  private static void load(Connection sqlite, List<List<Row>> tables) throws SQLException {
    sqlite.setAutoCommit(false);
    for (int t = 0; t < tables.size(); t++) {
      try (Statement delete = sqlite.createStatement();
          PreparedStatement insert =
              sqlite.prepareStatement("INSERT INTO PerWEC" + t + " VALUES (?, ?)")) {
        delete.execute("DELETE FROM PerWEC" + t);
        for (Row row : tables.get(t)) {
          insert.setString(1, row.cluster());
          insert.setString(2, row.status() == null ? "{}" : Json.of(row.status()));
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
    sqlite.commit();
    sqlite.setAutoCommit(true);
  }

  private static String select(
      StatusCollectorSpec spec, Generator.@Nullable Comparison filter, String table) {
    String where = filter == null ? "" : " WHERE " + filter.sql();
    if (!spec.select().isEmpty()) {
      return "SELECT "
          + String.join(", ", spec.select().stream().map(SqliteOracleTest::column).toList())
          + " FROM "
          + table
          + where
          + " ORDER BY name LIMIT "
          + spec.rowLimit();
    }
    List<String> keys = spec.groupBy().stream().map(NamedExpression::name).toList();
    List<String> output =
        Stream.concat(
                keys.stream(), spec.combinedFields().stream().map(SqliteOracleTest::aggregate))
            .toList();
    List<String> inner =
        Stream.concat(spec.groupBy().stream().map(SqliteOracleTest::column), Stream.of("*"))
            .toList();
    String grouped =
        keys.isEmpty()
            ? ""
            : " GROUP BY " + String.join(", ", keys) + " ORDER BY " + String.join(", ", keys);
    return "SELECT "
        + String.join(", ", output)
        + " FROM (SELECT "
        + String.join(", ", inner)
        + " FROM "
        + table
        + where
        + ")"
        + grouped
        + " LIMIT "
        + spec.rowLimit();
  }

  private static String column(NamedExpression expression) {
    return sql(expression.def()) + " AS " + expression.name();
  }

  private static String aggregate(CombinedField field) {
    String subject = field.subject();
    return field.type() + "(" + (subject == null ? "*" : sql(subject)) + ") AS " + field.name();
  }

  private static String sql(String expression) {
    return expression.equals("inventory.name")
        ? "name"
        : "json_extract(s, '$." + expression.substring("returned.status.".length()) + "')";
  }

  private static List<List<String>> run(Statement statement, String select) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (ResultSet results = statement.executeQuery(select)) {
      int columns = results.getMetaData().getColumnCount();
      while (results.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          Object value = results.getObject(i);
          row.add(
              value instanceof Number number
                  ? number(new BigDecimal(number.toString()))
                  : value == null ? "null" : "'" + value + "'");
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static String number(BigDecimal number) {
    BigDecimal rounded = number.signum() == 0 ? BigDecimal.ZERO : number.round(new MathContext(12));
    return rounded.stripTrailingZeros().toPlainString();
  }

  private static List<List<String>> ours(Collector collector, List<Row> rows) {
    ResultTable table = ResultTable.combine(collector, Rows.of(rows));
    assertThat(table.rowErrors()).isEmpty();
    return table.rows().stream()
        .map(row -> row.stream().map(SqliteOracleTest::text).toList())
        .toList();
  }

  private static String text(Value value) {
    return switch (value.type()) {
      case NULL -> "null";
      case NUMBER -> number(new BigDecimal(Objects.requireNonNull(value.number())));
      case STRING -> "'" + value.string() + "'";
      case BOOL, OBJECT, ARRAY -> "unexpected " + value;
    };
  }
}
