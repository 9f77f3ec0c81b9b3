package dev.fleetwright.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.release.forecast.Forecast;
import dev.fleetwright.release.forecast.Move;
import dev.fleetwright.release.forecast.Timelines;
import dev.fleetwright.release.time.Micros;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order of a rollout as a forecast shows it. */
class RolloutOrderTest {

  private static final long START = Micros.of(Instant.parse("2026-03-01T00:00:00Z"));
  private static final long MINUTE = Micros.PER_MINUTE;

  private static Target target(String name) {
    return new Target(
        name,
        "",
        "d",
        "production",
        new Resource(name, Map.of()),
        null,
        null,
        List.of(),
        List.of());
  }

  private static Snapshot fleet(int size, String... rules) {
    Release release =
        new Release("b", "d", START, new Release.Version("2", Map.of(), Map.of()), Map.of());
    List<Target> targets = IntStream.range(0, size).mapToObj(i -> target("t" + i)).toList();
    return Snapshot.of(
        "1",
        List.of(release),
        List.of(
            new Policy(
                "p",
                0,
                TargetSelector.ALL,
                List.of(rules).stream().map(RandomWorld::rule).toList(),
                null)),
        Fleet.of(targets));
  }

  private static List<Long> minutes(Snapshot snapshot, long from) {
    return Forecast.of(snapshot, from, from + 3 * 24 * 60 * MINUTE, MINUTE).moves().stream()
        .map(move -> (move.at() - from) / MINUTE)
        .toList();
  }

  @Test
  void linearIsPositionTimesInterval() {
    Snapshot snapshot = fleet(5, "{type: GradualVersionRollout, mode: order, intervalMinutes: 10}");
    assertThat(minutes(snapshot, START)).containsExactly(0L, 10L, 20L, 30L, 40L);
  }

  @Test
  void normalisedTakesTheSameTimeForAnyNumber() {
    String rule =
        "{type: GradualVersionRollout, mode: order, curve: normalised, totalMinutes: 100}";
    assertThat(minutes(fleet(4, rule), START)).containsExactly(0L, 25L, 50L, 75L);
    assertThat(minutes(fleet(10, rule), START)).startsWith(0L, 10L, 20L).endsWith(80L, 90L);
  }

  @Test
  void exponentialComesCloserAndCloser() {
    String rule =
        "{type: GradualVersionRollout, mode: order, curve: exponential, totalMinutes: 100, growth:"
            + " 2}";
    // 100 × (1 − e^(−x/2)) for x = 0, 1, 2, 3
    assertThat(minutes(fleet(4, rule), START)).containsExactly(0L, 39L, 63L, 77L);
  }

  @Test
  void aRolloutIsNotFrontLoadedAfterAClosedWindow() {
    String order = "{type: GradualVersionRollout, mode: order, intervalMinutes: 10}";
    String window =
        "{type: TimeWindow, windows: [{startsAt: 2026-03-02T00:00:00Z, endsAt:"
            + " 2026-03-09T00:00:00Z}]}";
    assertThat(minutes(fleet(3, window, order), START)).containsExactly(1440L, 1450L, 1460L);
    String fromCreation =
        "{type: GradualVersionRollout, mode: order, intervalMinutes: 10, start: creation}";
    assertThat(minutes(fleet(3, window, fromCreation), START)).containsExactly(1440L, 1440L, 1440L);
  }

  @Test
  void theOrderIsStableAndDiffersByRelease() {
    Snapshot snapshot =
        fleet(20, "{type: GradualVersionRollout, mode: order, intervalMinutes: 10}");
    List<String> order =
        Forecast.of(snapshot, START, START + 24 * 60 * MINUTE, MINUTE).moves().stream()
            .map(Move::target)
            .toList();
    // Written down once: it must be the same in every version, or rollouts under way would jump.
    assertThat(order).startsWith(FIRST);
    assertThat(order)
        .doesNotHaveDuplicates()
        .hasSize(20)
        .isNotEqualTo(order.stream().sorted().toList());
  }

  private static final String[] FIRST = {"t14", "t8", "t11", "t3"};

  @Test
  void aFrozenTargetDoesNotHoldUpTheOthers() {
    Snapshot snapshot = fleet(5, "{type: GradualVersionRollout, mode: order, intervalMinutes: 10}");
    String first = Forecast.of(snapshot, START, START + MINUTE, MINUTE).moves().getFirst().target();
    Freeze freeze =
        new Freeze(
            "f",
            new TargetSelector(
                List.of(), List.of(), List.of(new Glob(first)), List.of(), LabelSelector.ALL),
            new Term("a", "r", Micros.ALWAYS, Micros.NEVER));
    Snapshot frozen = snapshot.withHolds(List.of(freeze), List.of(), List.of());
    assertThat(minutes(frozen, START)).containsExactly(0L, 20L, 30L, 40L);
  }

  @Test
  void thePictureNamesEveryTargetAndReleaseAndEscapesThem() {
    Snapshot snapshot =
        fleet(2, "{type: GradualVersionRollout, mode: order, intervalMinutes: 600}");
    Snapshot hostile = snapshot.withFleet(Fleet.of(List.of(target("t0"), target("<script>&\""))));
    String html =
        Timelines.html(Forecast.of(hostile, START, START + 24 * 60 * MINUTE, 60 * MINUTE));
    assertThat(html)
        .contains("<svg", "t0", "&lt;script&gt;&amp;&quot;", ">b</text>")
        .doesNotContain("<script>");
    assertThat(Timelines.svg(Forecast.of(hostile, START, START + MINUTE, MINUTE)))
        .startsWith("<svg xmlns=")
        .endsWith("</svg>\n");
  }
}
