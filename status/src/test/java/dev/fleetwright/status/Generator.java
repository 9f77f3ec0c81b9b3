package dev.fleetwright.status;

import dev.fleetwright.status.kinds.AggregatorType;
import dev.fleetwright.status.kinds.CombinedField;
import dev.fleetwright.status.kinds.NamedExpression;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random rows and collectors from a seed. */
final class Generator {

  static final List<String> FIELDS = List.of("a", "b", "c");
  private static final List<String> TEXTS = List.of("x", "y", "Zed", "", "ä");

  private static final List<AggregatorType> TYPES = List.of(AggregatorType.values());

  private final Random random;

  Generator(long seed) {
    this.random = new Random(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Fields a and b hold numbers (exact in binary) or are absent; c holds texts or numbers. */
  Map<String, Object> status() {
    Map<String, Object> status = new LinkedHashMap<>();
    for (String field : FIELDS) {
      Object value = value(field);
      if (value != null || random.nextInt(4) == 0) {
        put(status, field, value);
      }
    }
    return status;
  }

  @SuppressWarnings("NullAway") // Statuses may hold nulls.
  private static void put(Map<String, Object> status, String field, @Nullable Object value) {
    status.put(field, value);
  }

  private @Nullable Object value(String field) {
    if (random.nextInt(5) == 0) {
      return null;
    }
    if (field.equals("c") && random.nextBoolean()) {
      return TEXTS.get(random.nextInt(TEXTS.size()));
    }
    return random.nextBoolean()
        ? (Object) (long) (random.nextInt(7) - 3)
        : (Object) ((random.nextInt(17) - 8) / 4.0);
  }

  List<Row> rows(int most) {
    List<Row> rows = new ArrayList<>();
    int count = random.nextInt(most + 1);
    for (int i = 0; i < count; i++) {
      rows.add(row("wec-" + i));
    }
    return rows;
  }

  Row row(String cluster) {
    return random.nextInt(6) == 0
        ? Row.unreported(cluster, Map.of())
        : new Row(cluster, Map.of(), status(), null);
  }

  private String field() {
    return FIELDS.get(random.nextInt(FIELDS.size()));
  }

  /** A comparison, or none. */
  @Nullable Comparison filter() {
    return random.nextInt(3) == 0
        ? null
        : new Comparison(
            random.nextBoolean() ? "a" : "b",
            List.of("<", "<=", ">", ">=", "==", "!=").get(random.nextInt(6)),
            random.nextInt(5) - 2);
  }

  record Comparison(String field, String operator, int number) {
    String cel() {
      return "returned.status." + field + " " + operator + " " + number;
    }

    /** Null is not equal to a number in CEL, where in SQL the comparison would be null. */
    String sql() {
      return operator.equals("!=")
          ? "(json_extract(s, '$." + field + "') IS NOT " + number + ")"
          : "json_extract(s, '$." + field + "') " + operator + " " + number;
    }
  }

  StatusCollectorSpec collector(@Nullable Comparison filter) {
    boolean selects = random.nextInt(3) == 0;
    List<NamedExpression> columns = new ArrayList<>();
    int count = selects ? 1 + random.nextInt(3) : random.nextInt(3);
    for (int i = 0; i < count; i++) {
      columns.add(
          selects && i == 0
              ? new NamedExpression("col0", "inventory.name")
              : new NamedExpression("col" + i, "returned.status." + field()));
    }
    List<CombinedField> aggregates = new ArrayList<>();
    for (int i = 0; !selects && i < 1 + random.nextInt(4); i++) {
      AggregatorType type = TYPES.get(random.nextInt(TYPES.size()));
      String subject =
          type == AggregatorType.COUNT
              ? null
              : "returned.status."
                  + (type == AggregatorType.MIN || type == AggregatorType.MAX
                      ? field()
                      : random.nextBoolean() ? "a" : "b");
      aggregates.add(new CombinedField("agg" + i, type, subject));
    }
    return new StatusCollectorSpec(
        filter == null ? null : filter.cel(),
        selects ? List.of() : columns,
        aggregates,
        selects ? columns : List.of(),
        1L + random.nextInt(8));
  }
}
