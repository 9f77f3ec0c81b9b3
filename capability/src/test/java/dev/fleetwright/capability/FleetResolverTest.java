package dev.fleetwright.capability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.capability.matching.CompiledModule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class FleetResolverTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static ModuleManifest clock(String version) {
    return manifest("clock", "provides", "version", version);
  }

  private static ModuleManifest physics(String range) {
    return manifest("physics", "requires", "versionConstraint", range);
  }

  private static ModuleManifest manifest(String name, String side, String field, String value) {
    return new ModuleManifest(
        Metadata.of(Given.NAMESPACE, name),
        Given.manifestSpec(
            Map.of(side, List.of(Map.of("capabilityId", "time.source", field, value)))));
  }

  private static ObjectKey key(String name) {
    return new ObjectKey(Given.NAMESPACE, name);
  }

  private static FleetResolver fleet() {
    FleetResolver fleet = new FleetResolver();
    fleet.put(clock("1.0.0"));
    fleet.put(physics("^1.0.0"));
    fleet.put(game("g", "clock", "physics"));
    fleet.put(game("lonely", "physics"));
    fleet.put(RandomFleet.world("w1", "g"));
    fleet.put(RandomFleet.world("w2", "g"));
    fleet.put(RandomFleet.world("w3", "lonely"));
    assertThat(fleet.resolvePending()).hasSize(3);
    return fleet;
  }

  private static GameDefinition game(String name, String... modules) {
    return Objects.requireNonNull(
        Given.of(
                Map.of(
                    "gameName",
                    name,
                    "game",
                    Map.of(
                        "modules", List.of(modules).stream().map(m -> Map.of("name", m)).toList())))
            .game());
  }

  private static void carryOut(FleetResolver fleet, BindingPlan plan) {
    plan.writes().forEach(binding -> fleet.put(binding.object()));
    plan.stale().forEach(binding -> fleet.removeBinding(binding.key()));
    fleet.put(new WorldInstance(plan.world().metadata(), plan.world().spec(), plan.status(NOW)));
  }

  @Test
  void aChangedManifestTouchesTheWorldsThatUseItOnly() {
    FleetResolver fleet = fleet();
    assertThat(fleet.worldsUsing(key("clock"))).containsExactly(key("w1"), key("w2"));
    fleet.put(clock("1.2.0"));
    assertThat(fleet.pending()).containsExactly(key("w1"), key("w2"));
    List<BindingPlan> plans = fleet.resolvePending();
    assertThat(plans).extracting(BindingPlan::key).containsExactly(key("w1"), key("w2"));
    assertThat(plans.getFirst().desired().getFirst().provision().offered().version())
        .isEqualTo("1.2.0");
    assertThat(fleet.pending()).isEmpty();
  }

  @Test
  void whatIsToldTwiceIsNoWork() {
    FleetResolver fleet = fleet();
    fleet.put(clock("1.0.0"));
    fleet.put(game("g", "clock", "physics"));
    fleet.put(RandomFleet.world("w1", "g"));
    fleet.removeManifest(key("nobody"));
    fleet.removeGame(key("nobody"));
    fleet.removeWorld(key("nobody"));
    fleet.removeBinding(key("nobody"));
    assertThat(fleet.pending()).isEmpty();
    assertThat(fleet.resolve(key("w1"))).isSameAs(fleet.resolve(key("w1")));
    assertThat(fleet.resolve(key("nobody"))).isNull();
  }

  @Test
  void ourOwnWritesComeBackAndSettle() {
    FleetResolver fleet = fleet();
    BindingPlan first = Objects.requireNonNull(fleet.resolve(key("w1")));
    assertThat(first.events()).hasSize(1);
    carryOut(fleet, first);
    BindingPlan second = Objects.requireNonNull(fleet.resolve(key("w1")));
    assertThat(second.writes()).isEmpty();
    assertThat(second.events()).isEmpty();
    carryOut(fleet, second);
    assertThat(fleet.pending()).isEmpty();
  }

  @Test
  void aDeletedBindingIsRestoredAndAChangedOneRepaired() {
    FleetResolver fleet = fleet();
    carryOut(fleet, Objects.requireNonNull(fleet.resolve(key("w1"))));
    BindingPlan settled = Objects.requireNonNull(fleet.resolve(key("w1")));
    DesiredBinding binding = settled.desired().getFirst();
    fleet.removeBinding(binding.key());
    assertThat(fleet.pending()).containsExactly(key("w1"));
    assertThat(fleet.resolvePending().getFirst().writes()).hasSize(1);
    Metadata stripped =
        new Metadata(
            binding.name(),
            Given.NAMESPACE,
            null,
            null,
            Map.of(),
            Map.of(),
            binding.metadata().ownerReferences());
    fleet.put(new CapabilityBinding(stripped, binding.spec()));
    assertThat(fleet.resolvePending().getFirst().writes().getFirst().action())
        .isEqualTo(DesiredBinding.Action.UPDATE);
  }

  @Test
  void aForeignObjectBlocksUntilItIsGone() {
    FleetResolver fleet = fleet();
    DesiredBinding binding = Objects.requireNonNull(fleet.resolve(key("w1"))).desired().getFirst();
    fleet.put(new CapabilityBinding(Metadata.of(Given.NAMESPACE, binding.name()), binding.spec()));
    assertThat(fleet.resolvePending().getFirst().refused()).hasSize(1);
    fleet.removeBinding(binding.key());
    assertThat(fleet.resolvePending().getFirst().refused()).isEmpty();
  }

  @Test
  void aForeignObjectThatNamesNoWorldIsRememberedByItsName() {
    FleetResolver fleet = fleet();
    DesiredBinding binding = Objects.requireNonNull(fleet.resolve(key("w1"))).desired().getFirst();
    CapabilityBindingSpec spec = binding.spec();
    CapabilityBinding foreign =
        new CapabilityBinding(
            Metadata.of(Given.NAMESPACE, binding.name()),
            new CapabilityBindingSpec(
                spec.capabilityId(),
                spec.scope(),
                spec.multiplicity(),
                null,
                spec.consumer(),
                spec.provider()));
    fleet.put(foreign);
    fleet.put(clock("1.0.1"));
    assertThat(fleet.resolvePending().getFirst().refused()).hasSize(1);
    fleet.put(clock("1.0.2"));
    assertThat(fleet.resolvePending().getFirst().refused()).hasSize(1);
    fleet.removeBinding(foreign.key());
    assertThat(fleet.pending()).containsExactly(key("w1"));
    assertThat(fleet.resolvePending().getFirst().refused()).isEmpty();
    fleet.put(foreign);
    fleet.removeBinding(foreign.key());
    assertThat(fleet.pending()).isEmpty();
  }

  @Test
  void aBindingIsNewsWhenWhatWeWriteInItChanges() {
    FleetResolver fleet = fleet();
    carryOut(fleet, Objects.requireNonNull(fleet.resolve(key("w1"))));
    BindingPlan plan = Objects.requireNonNull(fleet.resolve(key("w1")));
    CapabilityBinding wanted = plan.desired().getFirst().object();
    Metadata meta = wanted.metadata();
    fleet.put(wanted);
    fleet.put(
        new CapabilityBinding(
            wanted.metadata(), wanted.spec(), plan.desired().getFirst().status(null, "x:1", NOW)));
    assertThat(fleet.pending()).as("an equal binding, or only its status").isEmpty();
    List<CapabilityBinding> changed =
        List.of(
            new CapabilityBinding(with(meta, Map.of("a", "b"), Map.of(), meta), wanted.spec()),
            new CapabilityBinding(with(meta, meta.labels(), Map.of("a", "b"), meta), wanted.spec()),
            new CapabilityBinding(Metadata.of(Given.NAMESPACE, meta.name()), wanted.spec()));
    for (CapabilityBinding other : changed) {
      fleet.put(other);
      assertThat(fleet.pending()).containsExactly(key("w1"));
      fleet.resolvePending();
      fleet.put(wanted);
      fleet.resolvePending();
    }
  }

  private static Metadata with(
      Metadata meta, Map<String, String> labels, Map<String, String> annotations, Metadata owner) {
    return new Metadata(
        meta.name(), meta.namespace(), null, null, labels, annotations, owner.ownerReferences());
  }

  @Test
  void aStatusThatSomebodyElseChangedIsLookedAtAgain() {
    FleetResolver fleet = fleet();
    carryOut(fleet, Objects.requireNonNull(fleet.resolve(key("w1"))));
    BindingPlan plan = Objects.requireNonNull(fleet.resolve(key("w1")));
    WorldInstance world = plan.world();
    WorldInstanceStatus ours = Objects.requireNonNull(world.status());
    WorldInstanceStatus shards =
        new WorldInstanceStatus(
            1L, ours.phase(), "else", List.of(Map.of("shard", "0")), ours.conditions(), null);
    fleet.put(new WorldInstance(world.metadata(), world.spec(), shards));
    assertThat(fleet.pending()).as("conditions say what the plan says").isEmpty();
    fleet.put(new WorldInstance(world.metadata(), world.spec(), WorldInstanceStatus.NONE));
    assertThat(fleet.pending()).containsExactly(key("w1"));
    assertThat(fleet.resolvePending().getFirst().events()).hasSize(1);
    fleet.put(new WorldInstance(world.metadata(), world.spec(), WorldInstanceStatus.NONE));
    assertThat(fleet.pending()).as("nothing new since the plan was made").isEmpty();
  }

  @Test
  void whatAGoneGameUsedIsNoLongerWatched() {
    FleetResolver fleet = fleet();
    fleet.removeGame(key("g"));
    fleet.resolvePending();
    fleet.put(clock("1.9.0"));
    assertThat(fleet.pending()).isEmpty();
    assertThat(fleet.worldsUsing(key("clock"))).isEmpty();
  }

  @Test
  void bindingsOfAnEarlierWorldOfTheSameNameAreNotOurs() {
    FleetResolver fleet = fleet();
    carryOut(fleet, Objects.requireNonNull(fleet.resolve(key("w1"))));
    WorldInstance reborn =
        new WorldInstance(
            new Metadata("w1", Given.NAMESPACE, "uid-new", 1L, Map.of(), Map.of(), List.of()),
            RandomFleet.world("w1", "g").spec());
    fleet.put(reborn);
    BindingPlan plan = Objects.requireNonNull(fleet.resolve(key("w1")));
    assertThat(plan.refused()).hasSize(1);
    assertThat(plan.stale()).isEmpty();
  }

  @Test
  void aGoneManifestAGoneGameAndAGoneWorldAreNoticed() {
    FleetResolver fleet = fleet();
    fleet.removeManifest(key("clock"));
    assertThat(fleet.resolvePending())
        .extracting(BindingPlan::missingModules)
        .containsExactly(List.of("clock"), List.of("clock"));
    fleet.removeGame(key("g"));
    assertThat(fleet.resolvePending())
        .extracting(BindingPlan::message)
        .containsExactly("GameDefinition g not found", "GameDefinition g not found");
    fleet.removeWorld(key("w1"));
    assertThat(fleet.pending()).isEmpty();
    assertThat(fleet.resolve(key("w1"))).isNull();
    fleet.put(game("g", "clock", "physics"));
    assertThat(fleet.pending()).containsExactly(key("w2"));
  }

  @Test
  void aWorldThatMovesToAnotherGameFollowsThatGame() {
    FleetResolver fleet = fleet();
    fleet.put(RandomFleet.world("w1", "lonely"));
    assertThat(fleet.resolvePending()).extracting(BindingPlan::key).containsExactly(key("w1"));
    fleet.put(game("g", "clock"));
    assertThat(fleet.pending()).containsExactly(key("w2"));
    fleet.put(game("lonely", "physics", "clock"));
    assertThat(fleet.pending()).containsExactly(key("w1"), key("w2"), key("w3"));
  }

  /** Whatever the history, the fleet knows what a fresh look at everything says. */
  @Test
  void anyHistoryGivesThePlansOfAFreshResolve() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      RandomFleet source = new RandomFleet(seed);
      FleetResolver fleet = new FleetResolver();
      SortedMap<String, ModuleManifest> manifests = new TreeMap<>();
      SortedMap<String, GameDefinition> games = new TreeMap<>();
      SortedMap<String, WorldInstance> worlds = new TreeMap<>();
      for (int step = 0; step < 60; step++) {
        String name = "m" + random.nextInt(6);
        String game = "g" + random.nextInt(3);
        String world = "w" + random.nextInt(4);
        switch (random.nextInt(8)) {
          case 0, 1, 2 -> {
            ModuleManifest manifest = source.manifest(name);
            manifests.put(name, manifest);
            fleet.put(manifest);
          }
          case 3 -> {
            manifests.remove(name);
            fleet.removeManifest(key(name));
          }
          case 4 -> {
            GameDefinition made = source.game(game, 6);
            games.put(game, made);
            fleet.put(made);
          }
          case 5 -> {
            games.remove(game);
            fleet.removeGame(key(game));
          }
          case 6 -> {
            WorldInstance made = RandomFleet.world(world, game);
            worlds.put(world, made);
            fleet.put(made);
          }
          default -> {
            worlds.remove(world);
            fleet.removeWorld(key(world));
          }
        }
        if (random.nextBoolean()) {
          fleet.resolvePending();
        }
      }
      for (WorldInstance world : worlds.values()) {
        BindingPlan fresh =
            CapabilityResolver.resolve(
                world,
                games.get(world.spec().gameRef().name()),
                manifests.values(),
                List.<CapabilityBinding>of());
        BindingPlan known = Objects.requireNonNull(fleet.resolve(world.key()));
        assertThat(known.desired().stream().map(DesiredBinding::object).toList())
            .as("seed %d world %s", seed, world.key())
            .isEqualTo(fresh.desired().stream().map(DesiredBinding::object).toList());
        assertThat(known.conditions()).isEqualTo(fresh.conditions());
        assertThat(known.message()).isEqualTo(fresh.message());
      }
    }
  }

  @Test
  void manyThreadsMayTellAndAsk() throws Exception {
    FleetResolver fleet = fleet();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> work = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int number = t;
        work.add(
            threads.submit(() -> {
              for (int i = 0; i < 200; i++) {
                fleet.put(clock("1." + (i % 7) + "." + number));
                fleet.resolve(key("w1"));
                fleet.resolvePending();
              }
            }));
      }
      for (Future<?> done : work) {
        done.get();
      }
    }
    fleet.put(clock("1.9.0"));
    assertThat(fleet.resolvePending().getFirst().desired().getFirst().decision())
        .isEqualTo(
            "physics is bound to clock 1.9.0, which satisfies time.source ^1.0.0 in scope world");
  }

  @Test
  void worldsOfOneGameShareItsResolution() {
    FleetResolver fleet = fleet();
    assertThat(Objects.requireNonNull(fleet.resolve(key("w1"))).resolution())
        .isSameAs(Objects.requireNonNull(fleet.resolve(key("w2"))).resolution());
    assertThat(CompiledModule.of(clock("1.0.0"))).isEqualTo(CompiledModule.of(clock("1.0.0")));
  }
}
