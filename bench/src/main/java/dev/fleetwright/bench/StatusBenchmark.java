package dev.fleetwright.bench;

import dev.fleetwright.status.CollectorLibrary;
import dev.fleetwright.status.CombinedStatus;
import dev.fleetwright.status.LiveCombination;
import dev.fleetwright.status.ObjectRef;
import dev.fleetwright.status.Row;
import dev.fleetwright.status.kinds.AggregatorType;
import dev.fleetwright.status.kinds.CombinedField;
import dev.fleetwright.status.kinds.NamedExpression;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * 10,000 clusters, 100 objects and 5 collectors: the full build, one changed status, memory per
 * row, and the same SELECTs in SQLite over the same rows as JSON, all in one run.
 */
final class StatusBenchmark {

  private static final int WECS = 10_000;
  private static final int OBJECTS = 100;
  private static final int KEPT = 10;
  private static final int CHANGES = 20_000;

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final Map<String, Object> OBJ =
      Map.of(
          "kind", "Deployment", "metadata", Map.of("name", "web"), "spec", Map.of("replicas", 3));

  private static final String AVAILABLE = "returned.status.availableReplicas";

  private static final Map<String, StatusCollectorSpec> COLLECTORS =
      Map.of(
          "count",
          spec(null, List.of(), List.of(field("count", AggregatorType.COUNT, null)), List.of()),
          "phases",
          spec(
              null,
              List.of(new NamedExpression("phase", "returned.status.phase")),
              List.of(
                  field("count", AggregatorType.COUNT, null),
                  field("mean", AggregatorType.AVG, AVAILABLE)),
              List.of()),
          "totals",
          spec(
              null,
              List.of(),
              List.of(
                  field("sum", AggregatorType.SUM, AVAILABLE),
                  field("min", AggregatorType.MIN, AVAILABLE),
                  field("max", AggregatorType.MAX, AVAILABLE)),
              List.of()),
          "short",
          spec(
              "obj.spec.replicas != " + AVAILABLE,
              List.of(),
              List.of(),
              List.of(
                  new NamedExpression("wec", "inventory.name"),
                  new NamedExpression("available", AVAILABLE))),
          "list",
          spec(
              null,
              List.of(),
              List.of(),
              List.of(
                  new NamedExpression("wec", "inventory.name"),
                  new NamedExpression("phase", "returned.status.phase"))));

  private static final List<String> SELECTS =
      List.of(
          "SELECT COUNT(*) FROM PerWEC LIMIT 20",
          "SELECT phase, COUNT(*), AVG(json_extract(s, '$.availableReplicas')) FROM (SELECT"
              + " json_extract(s, '$.phase') AS phase, * FROM PerWEC) GROUP BY phase ORDER BY phase"
              + " LIMIT 20",
          "SELECT SUM(a), MIN(a), MAX(a) FROM (SELECT json_extract(s, '$.availableReplicas') AS a"
              + " FROM PerWEC) LIMIT 20",
          "SELECT name, json_extract(s, '$.availableReplicas') FROM PerWEC WHERE"
              + " json_extract(o, '$.spec.replicas') IS NOT json_extract(s, '$.availableReplicas')"
              + " ORDER BY name LIMIT 20",
          "SELECT name, json_extract(s, '$.phase') FROM PerWEC ORDER BY name LIMIT 20");

  private static final CollectorLibrary LIBRARY = new CollectorLibrary();

  static {
    COLLECTORS.forEach(LIBRARY::put);
  }

  private StatusBenchmark() {}

  private static StatusCollectorSpec spec(
      @Nullable String filter,
      List<NamedExpression> keys,
      List<CombinedField> fields,
      List<NamedExpression> select) {
    return new StatusCollectorSpec(filter, keys, fields, select, null);
  }

  private static CombinedField field(String name, AggregatorType type, @Nullable String subject) {
    return new CombinedField(name, type, subject);
  }

  static void run() {
    try {
      measure();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void measure() throws SQLException {
    List<List<Row>> pool = new ArrayList<>();
    for (int i = 0; i < KEPT; i++) {
      pool.add(rows(new Random(i)));
    }
    for (int i = 0; i < 5; i++) {
      build(pool.get(i));
    }
    long start = System.nanoTime();
    int results = 0;
    for (int i = 0; i < OBJECTS; i++) {
      results += build(pool.get(i % KEPT)).status().results().size();
    }
    double full = (System.nanoTime() - start) / 1e6;
    LiveCombination live = build(pool.getFirst());
    double change = change(live);
    double bytes = bytesPerRow(pool);
    System.out.printf(
        Locale.ROOT, "%,d clusters, %d objects, %d results%n", WECS, OBJECTS, results);
    line("full build of all", full);
    line("full build of one object", full / OBJECTS);
    System.out.printf(
        Locale.ROOT,
        "%-34s %12.4f ms   1 / %.0f of the object's full build%n",
        "one status changed",
        change,
        full / OBJECTS / change);
    System.out.printf(
        Locale.ROOT,
        "%-34s %12.0f bytes per cluster, for all five%n",
        "memory beside the rows",
        bytes);
    sqlite(pool.getFirst(), full / OBJECTS, change);
  }

  private static void line(String what, double milliseconds) {
    System.out.printf(Locale.ROOT, "%-34s %12.2f ms%n", what, milliseconds);
  }

  private static LiveCombination build(List<Row> rows) {
    LiveCombination live =
        new LiveCombination(
            "name",
            new ObjectRef("apps", "v1", "deployments", "n", "web", "uid"),
            "policy",
            LIBRARY);
    live.collectors(COLLECTORS.keySet());
    rows.forEach(live::put);
    CombinedStatus status = live.status();
    if (status.results().size() != COLLECTORS.size()) {
      throw new IllegalStateException("no results");
    }
    return live;
  }

  private static double change(LiveCombination live) {
    Random random = new Random(99);
    double best = Double.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      List<Row> changes = new ArrayList<>();
      for (int i = 0; i < CHANGES; i++) {
        changes.add(row(random.nextInt(WECS), random));
      }
      long start = System.nanoTime();
      for (Row row : changes) {
        if (live.put(row)) {
          live.status();
        }
      }
      best = Math.min(best, (System.nanoTime() - start) / 1e6 / CHANGES);
    }
    return best;
  }

  private static double bytesPerRow(List<List<Row>> pool) {
    long before = used();
    List<LiveCombination> kept = new ArrayList<>();
    for (List<Row> rows : pool) {
      kept.add(build(rows));
    }
    double bytes = (double) (used() - before) / KEPT / WECS;
    if (kept.size() != KEPT) {
      throw new IllegalStateException("not kept");
    }
    return bytes;
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static List<Row> rows(Random random) {
    List<Row> rows = new ArrayList<>(WECS);
    for (int i = 0; i < WECS; i++) {
      rows.add(row(i, random));
    }
    return rows;
  }

  private static Row row(int wec, Random random) {
    int available = random.nextInt(4);
    return new Row(
        String.format(Locale.ROOT, "wec%05d", wec),
        OBJ,
        Map.of(
            "phase",
            available == 0 ? "Pending" : available == 3 ? "Running" : "Progressing",
            "availableReplicas",
            available,
            "conditions",
            List.of(Map.of("type", "Available", "status", "True"))),
        NOON);
  }

  private static void sqlite(List<Row> rows, double ours, double oursChanged) throws SQLException {
    try (Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = sqlite.createStatement()) {
      statement.execute("CREATE TABLE PerWEC (name TEXT PRIMARY KEY, o TEXT, s TEXT)");
      long start = System.nanoTime();
      sqlite.setAutoCommit(false);
      try (PreparedStatement insert =
          sqlite.prepareStatement("INSERT INTO PerWEC VALUES (?, ?, ?)")) {
        for (Row row : rows) {
          insert.setString(1, row.cluster());
          insert.setString(
              2,
              "{\"kind\":\"Deployment\",\"metadata\":{\"name\":\"web\"},\"spec\":{\"replicas\":3}}");
          insert.setString(3, json((Map<?, ?>) row.status()));
          insert.addBatch();
        }
        insert.executeBatch();
      }
      sqlite.commit();
      sqlite.setAutoCommit(true);
      double load = (System.nanoTime() - start) / 1e6;
      double select = Double.MAX_VALUE;
      for (int round = 0; round < 10; round++) {
        select = Math.min(select, selects(statement));
      }
      line("SQLite: load the rows", load);
      System.out.printf(
          Locale.ROOT,
          "%-34s %12.2f ms   %.2f times ours (load and select: %.2f times)%n",
          "SQLite: the five SELECTs",
          select,
          select / ours,
          (load + select) / ours);
      System.out.printf(
          Locale.ROOT,
          "%-34s %12.2f ms   %.0f times ours%n",
          "SQLite: after one changed status",
          select,
          select / oursChanged);
    }
  }

  private static double selects(Statement statement) throws SQLException {
    long start = System.nanoTime();
    for (String select : SELECTS) {
      try (ResultSet results = statement.executeQuery(select)) {
        while (results.next()) {
          results.getObject(1);
        }
      }
    }
    return (System.nanoTime() - start) / 1e6;
  }

  private static String json(@Nullable Map<?, ?> status) {
    Map<?, ?> given = status == null ? Map.of() : status;
    return "{\"phase\":\""
        + given.get("phase")
        + "\",\"availableReplicas\":"
        + given.get("availableReplicas")
        + ",\"conditions\":[{\"type\":\"Available\",\"status\":\"True\"}]}";
  }
}
