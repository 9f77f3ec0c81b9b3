package dev.fleetwright.hub.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.Singleton;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.BindingSpec.Destination;
import dev.fleetwright.placement.kinds.BindingSpec.Workload;
import dev.fleetwright.placement.kinds.BindingStatus;
import dev.fleetwright.placement.kinds.Condition;
import dev.fleetwright.placement.kinds.NamespaceScopeDownsyncClause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BoundTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Bound bound = new Bound();

  private static ObjectKey key(String name) {
    return new ObjectKey("", "configmaps", "n", name);
  }

  private static BindingSpec spec(boolean singleton, List<String> clusters, String... names) {
    return new BindingSpec(
        new Workload(
            List.of(),
            Stream.of(names)
                .map(name ->
                    new NamespaceScopeDownsyncClause(
                        "",
                        "v1",
                        "configmaps",
                        "n",
                        name,
                        null,
                        null,
                        List.of(),
                        singleton ? true : null,
                        null))
                .toList()),
        clusters.stream().map(Destination::new).toList());
  }

  @Test
  void aChangeNamesWhatIsDifferentAndNoMore() {
    assertThat(bound.put("b", spec(false, List.of("c1"), "x", "y")).objects()).hasSize(2);
    assertThat(bound.put("b", spec(false, List.of("c1"), "x", "y")).objects()).isEmpty();
    assertThat(bound.put("b", spec(false, List.of("c1"), "y", "z")).objects().keySet())
        .containsExactlyInAnyOrder(key("x"), key("z"));
    Bound.Change moved = bound.put("b", spec(false, List.of("c2"), "y", "z"));
    assertThat(moved.objects().keySet()).containsExactlyInAnyOrder(key("y"), key("z"));
    assertThat(moved.clusters()).containsExactly("c1", "c2");
    assertThat(bound.bindingsOf(key("x"))).isEmpty();
    assertThat(bound.bindingsTo("c2")).containsExactly("b");
    assertThat(bound.put("b", null).objects()).hasSize(2);
    assertThat(bound.bindings()).isEmpty();
    assertThat(bound.bindingsOf(key("y"))).isEmpty();
  }

  @Test
  void qualifiedClustersAreThoseOfAllThatAsk() {
    bound.put("plain", spec(false, List.of("c1", "c2"), "x"));
    assertThat(bound.singleton(key("x"))).isEqualTo(Singleton.of(false, List.of()));
    bound.put("one", spec(true, List.of("c1"), "x"));
    assertThat(bound.singleton(key("x")).source()).contains("c1");
    bound.put("two", spec(true, List.of("c3"), "x"));
    assertThat(bound.singleton(key("x")).executingCount()).contains("2");
    assertThat(bound.singleton(key("x")).source()).isEmpty();
  }

  @Test
  void whatIsAboutToGoDoesNotCountAnyMore() {
    bound.put("one", spec(true, List.of("c1"), "x"));
    bound.announce("one", null);
    assertThat(bound.singleton(key("x")).requested()).isFalse();
    assertThat(bound.recant("one")).isTrue();
    assertThat(bound.singleton(key("x")).requested()).isTrue();
    bound.announce("one", spec(false, List.of("c1"), "x"));
    bound.put("one", spec(true, List.of("c1"), "x"));
    assertThat(bound.singleton(key("x")).requested()).as("what is there counts").isTrue();
    assertThat(bound.recant("one")).isFalse();
  }

  @Test
  void theSameTroubleAtManyClustersIsOneLine() {
    List<BindingStatuses.AtCluster> clusters = new ArrayList<>();
    IntStream.range(0, 1_000)
        .forEach(i ->
            clusters.add(
                new BindingStatuses.AtCluster(
                    "c%04d".formatted(i), List.of("no zone"), List.of(), false)));
    BindingStatus status = BindingStatuses.of(null, 3, clusters, NOW);
    assertThat(status.errors()).containsExactly("c0000, c0001, c0002 and 997 more: no zone");
    assertThat(status.conditions())
        .extracting(Condition::type, Condition::status)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("Synced", "False"),
            org.assertj.core.groups.Tuple.tuple("Applied", "False"));
    BindingStatus later =
        BindingStatuses.of(status, 4, clusters.subList(0, 1), NOW.plusSeconds(60));
    assertThat(later.conditions().getFirst().lastTransitionTime())
        .as("the time of what has not changed is kept")
        .isEqualTo(NOW.toString());
  }

  @Test
  void manyDifferentTroublesAreCounted() {
    List<BindingStatuses.AtCluster> clusters =
        List.of(
            new BindingStatuses.AtCluster(
                "c1",
                IntStream.range(100, 150).mapToObj(i -> "trouble " + i).toList(),
                List.of(),
                false));
    List<String> errors = BindingStatuses.of(null, 1, clusters, NOW).errors();
    assertThat(errors).hasSize(21);
    assertThat(errors.getLast()).isEqualTo("and 30 more");
  }
}
