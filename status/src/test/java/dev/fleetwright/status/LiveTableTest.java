package dev.fleetwright.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.status.kinds.AggregatorType;
import dev.fleetwright.status.kinds.CombinedField;
import dev.fleetwright.status.kinds.NamedExpression;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveTableTest {

  private static Collector collector(StatusCollectorSpec spec) {
    return Collector.compile("it", spec).orThrow();
  }

  private static Collector random(Generator generator) {
    return collector(generator.collector(generator.filter()));
  }

  @Test
  void theOrderOfTheRowsDoesNotMatter() {
    for (int seed = 0; seed < 300; seed++) {
      Generator generator = new Generator(seed);
      Collector collector = random(generator);
      List<Row> rows = generator.rows(30);
      ResultTable table = ResultTable.combine(collector, Rows.of(rows));
      List<Row> shuffled = new ArrayList<>(rows);
      Collections.shuffle(shuffled, new Random(seed));
      assertThat(ResultTable.combine(collector, Rows.of(shuffled))).isEqualTo(table);
    }
  }

  @Test
  void partsGiveWhatTheWholeGives() {
    for (int seed = 0; seed < 300; seed++) {
      Generator generator = new Generator(seed);
      Collector collector = random(generator);
      List<Row> rows = generator.rows(30);
      LiveTable whole = new LiveTable(collector);
      for (int from = 0; from < rows.size(); ) {
        int to = Math.min(rows.size(), from + 1 + generator.below(9));
        LiveTable part = new LiveTable(collector);
        rows.subList(from, to).forEach(part::put);
        whole.merge(part);
        from = to;
      }
      assertThat(whole.table()).isEqualTo(ResultTable.combine(collector, Rows.of(rows)));
    }
  }

  @Test
  void changesOneByOneGiveWhatAFreshStartGives() {
    for (int seed = 0; seed < 200; seed++) {
      Generator generator = new Generator(seed);
      Collector collector = random(generator);
      LiveTable live = new LiveTable(collector);
      Map<String, Row> rows = new HashMap<>();
      for (int step = 0; step < 60; step++) {
        String cluster = "wec-" + generator.below(12);
        ResultTable before = live.table();
        boolean changed;
        if (generator.below(3) == 0) {
          rows.remove(cluster);
          changed = live.remove(cluster);
        } else {
          Row row = generator.row(cluster);
          rows.put(cluster, row);
          changed = live.put(row);
        }
        ResultTable fresh = ResultTable.combine(collector, Rows.of(rows.values()));
        assertThat(live.table()).as("seed %s, step %s", seed, step).isEqualTo(fresh);
        if (!changed) {
          assertThat(live.table()).isEqualTo(before);
        }
      }
    }
  }

  @Test
  void aSumForgetsWhatHasLeft() {
    Collector collector =
        collector(
            new StatusCollectorSpec(
                null,
                List.of(),
                List.of(
                    new CombinedField("sum", AggregatorType.SUM, "returned.status.v"),
                    new CombinedField("avg", AggregatorType.AVG, "returned.status.v"),
                    new CombinedField("max", AggregatorType.MAX, "returned.status.v")),
                List.of(),
                null));
    LiveTable live = new LiveTable(collector);
    live.put(row("stays", 0.1));
    ResultTable alone = live.table();
    List<Object> hostile =
        List.of(
            1e300,
            -1e300,
            1e-300,
            0.7,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY);
    for (int i = 0; i < hostile.size(); i++) {
      live.put(row("guest" + i, hostile.get(i)));
    }
    assertThat(live.table()).isNotEqualTo(alone);
    for (int i = hostile.size() - 1; i >= 0; i--) {
      live.remove("guest" + i);
    }
    assertThat(live.table()).isEqualTo(alone);
    assertThat(live.table().rows().getFirst().getFirst().number()).isEqualTo("0.1");
  }

  private static Row row(String cluster, Object v) {
    return new Row(cluster, Map.of(), Map.of("v", v), null);
  }

  /** A status that counts how often it is looked into. */
  private static final class Watched extends AbstractMap<String, Object> {
    private final Map<String, Object> content;
    private int looks;

    Watched(Map<String, Object> content) {
      this.content = content;
    }

    @Override
    public @Nullable Object get(Object key) {
      looks++;
      return content.get(key);
    }

    @Override
    public boolean containsKey(Object key) {
      return content.containsKey(key);
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
      looks++;
      return content.entrySet();
    }
  }

  @Test
  void onlyTheChangedRowIsEvaluated() {
    LiveTable live = new LiveTable(count("returned.status.phase"));
    List<Watched> others = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Watched status = new Watched(Map.of("phase", "Running"));
      others.add(status);
      live.put(new Row("c" + i, Map.of(), status, null));
    }
    others.forEach(status -> status.looks = 0);
    assertThat(live.put(new Row("c3", Map.of(), Map.of("phase", "Failed"), null))).isTrue();
    assertThat(live.table().rows()).hasSize(2);
    others.remove(3);
    assertThat(others).allSatisfy(status -> assertThat(status.looks).isZero());
  }

  private static Collector count(String key) {
    return collector(
        new StatusCollectorSpec(
            null,
            List.of(new NamedExpression("k", key)),
            List.of(new CombinedField("n", AggregatorType.COUNT, null)),
            List.of(),
            null));
  }

  @Test
  void whatTheCollectorDoesNotReadChangesNothing() {
    LiveTable live = new LiveTable(count("returned.status.phase + obj.spec.name"));
    Map<String, Object> obj = Map.of("spec", Map.of("name", "x", "replicas", 1));
    live.put(new Row("c", obj, Map.of("phase", "Up", "count", 1), null));
    ResultTable before = live.table();
    Map<String, Object> other = Map.of("spec", Map.of("name", "x", "replicas", 2));
    assertThat(live.put(new Row("c", other, Map.of("phase", "Up", "count", 2), Instant.EPOCH)))
        .isFalse();
    assertThat(live.table()).isSameAs(before);
    assertThat(live.put(new Row("c", other, Map.of("phase", "Down"), null))).isTrue();
    assertThat(live.table()).isNotEqualTo(before);
    assertThat(
            live.put(
                new Row("c", Map.of("spec", Map.of("name", "y")), Map.of("phase", "Down"), null)))
        .isTrue();
  }

  @Test
  void elementsOfListsAreReadToo() {
    LiveTable live = new LiveTable(count("returned.status.l.exists(e, e.ok)"));
    live.put(new Row("c", Map.of(), Map.of("l", List.of(Map.of("ok", false))), null));
    assertThat(live.put(new Row("c", Map.of(), Map.of("l", List.of(Map.of("ok", true))), null)))
        .isTrue();
  }

  @Test
  void aFieldThatAppearsIsAChange() {
    LiveTable live = new LiveTable(count("has(returned.status.phase)"));
    live.put(new Row("c", Map.of(), Map.of(), null));
    Map<String, Object> withNull = new HashMap<>();
    withNull.put("phase", null);
    assertThat(live.put(new Row("c", Map.of(), withNull, null))).isTrue();
  }

  @Test
  void theFirstReportIsAChangeOfTheNumbersAlone() {
    LiveTable live = new LiveTable(count("inventory.name"));
    live.put(Row.unreported("c", Map.of()));
    assertThat(live.table().reported()).isZero();
    assertThat(live.put(new Row("c", Map.of(), Map.of(), null))).isTrue();
    assertThat(live.table().reported()).isEqualTo(1);
    assertThat(live.put(Row.unreported("c", Map.of()))).isTrue();
    assertThat(live.table().reported()).isZero();
  }

  @Test
  void timeMovesOnlyThoseThatAskForIt() {
    Instant noon = Instant.parse("2026-01-01T12:00:00Z");
    LiveTable stale =
        new LiveTable(count("now - propagation.lastReturnedUpdateTimestamp > duration('10m')"));
    stale.tick(noon);
    stale.put(new Row("c", Map.of(), Map.of(), noon));
    assertThat(stale.tick(noon.plusSeconds(1))).isFalse();
    assertThat(stale.tick(noon.plusSeconds(601))).isTrue();
    LiveTable timeless = new LiveTable(count("returned.status.phase"));
    timeless.put(new Row("c", Map.of(), Map.of("phase", "Up"), noon));
    assertThat(timeless.tick(noon)).isFalse();
  }

  @Test
  void manyErrorsAreCountedAndTheFirstListed() {
    LiveTable live = new LiveTable(count("1 / returned.status.v"));
    for (int i = 0; i < 250; i++) {
      live.put(row("c%03d".formatted(i), 0));
    }
    assertThat(live.table().totalRowErrors()).isEqualTo(250);
    assertThat(live.table().result().rowErrors()).hasSize(100);
    assertThat(live.table().result().aggregationErrors().getFirst().error()).contains("150 more");
    live.put(row("c000", 1));
    assertThat(live.table().totalRowErrors()).isEqualTo(249);
    assertThat(live.table().rows()).hasSize(1);
  }

  @Test
  void aChangeOfTheErrorAloneIsAChange() {
    LiveTable live = new LiveTable(count("10 / returned.status.v"));
    live.put(row("c", 0));
    ResultTable before = live.table();
    assertThat(live.put(row("c", "text"))).isTrue();
    assertThat(live.table()).isNotEqualTo(before);
    assertThat(live.table().rows()).isEqualTo(before.rows());
  }

  @Test
  void hugeCellsAreCutBelowWhatAnObjectCarries() {
    Collector collector =
        collector(
            new StatusCollectorSpec(
                null,
                List.of(),
                List.of(),
                List.of(new NamedExpression("s", "returned.status")),
                1_000L));
    LiveTable live = new LiveTable(collector);
    for (int i = 0; i < 100; i++) {
      live.put(row("c" + i, "x".repeat(10_000)));
    }
    assertThat(live.table().rows()).hasSizeBetween(5, 20);
    assertThat(live.table().truncated()).isTrue();
    assertThat(live.table().totalRows()).isEqualTo(100);
  }
}
