package dev.fleetwright.swarm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.documents.Bound;
import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Source;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SwarmPlanTest {

  private static final String THREE =
      """
      id: swarm-42
      bees:
        - {role: sink, image: shop/sink:1, work: {in: [done]}, config: {batch: 10}}
        - {role: generator, image: shop/generator:1, work: {out: [raw]}}
        - {role: processor, image: shop/processor:1, work: {in: [raw], out: [done]}}
      """;

  private static Bound<SwarmPlan> read(String yaml) {
    return SwarmPlan.read(
        new DocumentReader().read(new Source("plan.yaml", yaml)).roots().getFirst());
  }

  private static SwarmPlan plan(String yaml) {
    return Objects.requireNonNull(read(yaml).value());
  }

  private static List<List<String>> waves(SwarmPlan plan) {
    return ((StartOrder.Waves) plan.order()).start();
  }

  @Test
  void producersStartBeforeThoseWhoPassOnAndThoseBeforeConsumers() {
    StartOrder.Waves order = (StartOrder.Waves) plan(THREE).order();
    assertThat(order.start())
        .containsExactly(List.of("generator"), List.of("processor"), List.of("sink"));
    assertThat(order.stop())
        .containsExactly(List.of("sink"), List.of("processor"), List.of("generator"));
  }

  @Test
  void aBeeWithoutQueuesWaitsForNobodyAndQueuesFromOutsideGiveNoOrder() {
    SwarmPlan plan =
        plan(
            """
            id: a
            bees: [{role: watcher}, {role: reader, work: {in: [outside]}},
                   {role: late, work: {in: [x]}}, {role: early, work: {out: [x, y]}}]
            """);
    assertThat(waves(plan)).containsExactly(List.of("early", "reader", "watcher"), List.of("late"));
  }

  @Test
  void aCycleIsNamedFromItsSmallestMemberOn() {
    SwarmPlan plan =
        plan(
            """
            id: a
            bees: [{role: c, work: {in: [bc], out: [ca]}}, {role: a, work: {in: [ca], out: [ab]}},
                   {role: b, work: {in: [ab], out: [bc]}}, {role: d, work: {in: [ca]}}]
            """);
    StartOrder.Cycle cycle = (StartOrder.Cycle) plan.order();
    assertThat(cycle.path()).containsExactly("a", "b", "c");
    assertThat(cycle.text()).isEqualTo("a -[ab]-> b -[bc]-> c -[ca]-> a");
  }

  @Test
  void aBeeThatFeedsItselfIsACycleAndAModuleThatProvidesForItselfIsNot() {
    StartOrder order = plan("{id: a, bees: [{role: a, work: {in: [q], out: [q]}}]}").order();
    assertThat(((StartOrder.Cycle) order).text()).isEqualTo("a -[q]-> a");
    assertThat(StartOrder.of(IoGraph.ofNeeds(Map.of("a", List.of("a", "b")))))
        .isEqualTo(new StartOrder.Waves(List.of(List.of("b"), List.of("a"))));
  }

  @Test
  void beesThatShareARoleAreNumbered() {
    SwarmPlan plan = plan("{id: a, bees: [{role: sink}, {role: other}, {role: sink}]}");
    assertThat(plan.members())
        .extracting(SwarmPlan.Member::name)
        .containsExactly("sink-1", "other", "sink-2");
    assertThat(plan.members())
        .extracting(SwarmPlan.Member::instance)
        .containsExactly("a_sink-1", "a_other", "a_sink-2");
  }

  @Test
  void everyMistakeIsToldAtOnce() {
    Bound<SwarmPlan> bound =
        read(
            """
            id: a.b
            bees:
              - {role: swarm-controller, work: {in: [q, q, " "]}}
              - {role: "x y", image: " ", config: {enabled: 1}}
              - {role: sink}
              - {role: sink}
              - {role: sink-1}
            """);
    assertThat(bound.value()).isNull();
    assertThat(bound.problems())
        .extracting(Problem::path)
        .contains(
            "id",
            "bees[0].role",
            "bees[0].work.in[1]",
            "bees[0].work.in[2]",
            "bees[1].role",
            "bees[1].image",
            "bees[1].config.enabled",
            "bees[4].role");
    assertThat(bound.problems()).allMatch(problem -> problem.place() != null);
  }

  @Test
  void aPlanWithoutBeesOrWithFieldsThatNobodyKnowsIsNone() {
    assertThat(read("{id: a, bees: []}").problems()).isNotEmpty();
    assertThat(read("{id: a}").problems()).isNotEmpty();
    assertThat(read("{id: a_b, bees: [{role: x}]}").problems()).isNotEmpty();
    assertThat(read("{id: a, bees: [{role: x, wrk: {}}]}").problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.code()).isEqualTo("unknown-field"));
  }

  @Test
  void aPlanComesBackFromASignalAsItWas() {
    SwarmPlan plan = plan(THREE);
    SwarmPlan back = SwarmPlan.of(plan.toJson()).orThrow();
    assertThat(back).isEqualTo(plan);
    assertThat(back.digest()).isEqualTo(plan.digest());
    assertThat(plan(THREE.replace("10", "11")).digest()).isNotEqualTo(plan.digest());
  }

  /** Whatever the graph: an order respects every edge, or there is a cycle and it is one. */
  @Test
  void randomGraphsAreOrderedOrHaveACycleAndTheOrderOfTheInputNeverMatters() {
    Random random = new Random(7);
    int cycles = 0;
    for (int round = 0; round < 500; round++) {
      int size = 1 + random.nextInt(8);
      Map<String, Set<String>> needs = new HashMap<>();
      IntStream.range(0, size).forEach(i -> needs.put("c" + i, new HashSet<>()));
      for (int edge = random.nextInt(size * 2); edge > 0; edge--) {
        Objects.requireNonNull(needs.get("c" + random.nextInt(size)))
            .add("c" + random.nextInt(size));
      }
      List<String> keys = new ArrayList<>(needs.keySet());
      Collections.shuffle(keys, random);
      Map<String, Set<String>> shuffled = new java.util.LinkedHashMap<>();
      keys.forEach(key -> shuffled.put(key, Objects.requireNonNull(needs.get(key))));
      StartOrder order = StartOrder.of(IoGraph.ofNeeds(needs));
      assertThat(StartOrder.of(IoGraph.ofNeeds(shuffled))).isEqualTo(order);
      switch (order) {
        case StartOrder.Waves(var waves) -> assertRespected(waves, needs);
        case StartOrder.Cycle cycle -> {
          cycles++;
          for (int i = 0; i < cycle.path().size(); i++) {
            String to = cycle.path().get((i + 1) % cycle.path().size());
            assertThat(needs.get(to)).contains(cycle.path().get(i));
          }
        }
      }
    }
    assertThat(cycles).isBetween(50, 450);
  }

  private static void assertRespected(List<List<String>> waves, Map<String, Set<String>> needs) {
    Map<String, Integer> waveOf = new HashMap<>();
    for (int i = 0; i < waves.size(); i++) {
      for (String name : waves.get(i)) {
        waveOf.put(name, i);
      }
    }
    assertThat(waveOf.keySet()).isEqualTo(needs.keySet());
    needs.forEach((name, providers) ->
        providers.stream()
            .filter(provider -> !provider.equals(name))
            .forEach(provider -> assertThat(waveOf.get(provider)).isLessThan(waveOf.get(name))));
  }
}
