package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.DependencyMode;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.GameDefinitionSpec;
import dev.fleetwright.capability.kinds.GameDefinitionSpec.GameModule;
import dev.fleetwright.capability.kinds.Metadata;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ModuleManifestSpec;
import dev.fleetwright.capability.kinds.Multiplicity;
import dev.fleetwright.capability.kinds.Nfr;
import dev.fleetwright.capability.kinds.ProvidedCapability;
import dev.fleetwright.capability.kinds.RequiredCapability;
import dev.fleetwright.capability.kinds.Scope;
import dev.fleetwright.capability.kinds.Strictness;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Small worlds from a seed, dense enough that ties, misses and mistakes occur. */
final class RandomFleet {

  private static final List<String> FEATURES = List.of("pause", "rewind", "replay");
  private static final List<String> RANGES =
      List.of(
          "*", "^1.0.0", "~1.1.0", ">=1.1 <3", "1.x || 3.x", "2", "^0.1.0", ">2 <1", "not-a-range");
  private static final List<String> VERSIONS =
      List.of(
          "0.1.0",
          "0.1.5",
          "1.0.0",
          "1.0.0+b",
          "1.1.0",
          "1.1.3",
          "2.0.0",
          "3.0.0-rc.1",
          "3.1.0",
          "1.0");

  private final Random random;

  RandomFleet(long seed) {
    this.random = new Random(seed);
  }

  ModuleManifest manifest(String name) {
    List<ProvidedCapability> provides = new ArrayList<>();
    List<RequiredCapability> requires = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      provides.add(
          new ProvidedCapability(
              capability(),
              one(VERSIONS),
              scope(),
              multiplicity(),
              new ProvidedCapability.Features(some(FEATURES)),
              random.nextInt(3) == 0 ? nfr() : null,
              null));
    }
    for (int i = random.nextInt(5); i > 0; i--) {
      requires.add(
          new RequiredCapability(
              capability(),
              one(RANGES),
              scope(),
              multiplicity(),
              random.nextInt(3) == 0 ? DependencyMode.OPTIONAL : DependencyMode.REQUIRED,
              random.nextInt(2) == 0
                  ? null
                  : new RequiredCapability.Features(
                      random.nextInt(3) == 0 ? some(FEATURES) : List.of(), some(FEATURES)),
              random.nextInt(5) == 0 ? nfr() : null));
    }
    return new ModuleManifest(
        Metadata.of(Given.NAMESPACE, name), new ModuleManifestSpec(null, provides, requires, null));
  }

  GameDefinition game(String name, int modules) {
    List<GameModule> listed = new ArrayList<>();
    for (int i = 0; i < modules; i++) {
      if (random.nextInt(6) != 0) {
        listed.add(new GameModule("m" + i, random.nextInt(4) == 0 ? false : null, null, Map.of()));
      }
    }
    if (listed.isEmpty()) {
      listed.add(new GameModule("m0", null, null, Map.of()));
    }
    return new GameDefinition(
        Metadata.of(Given.NAMESPACE, name),
        new GameDefinitionSpec(null, null, null, listed, null, List.of()));
  }

  static WorldInstance world(String name, String game) {
    return new WorldInstance(
        new Metadata(name, Given.NAMESPACE, "uid-" + name, 1L, Map.of(), Map.of(), List.of()),
        new WorldInstanceSpec(
            new WorldInstanceSpec.GameRef(game),
            null,
            null,
            null,
            null,
            null,
            List.of(),
            Map.of()));
  }

  Given given(int modules) {
    List<ModuleManifest> manifests = new ArrayList<>();
    for (int i = 0; i < modules; i++) {
      manifests.add(manifest("m" + i));
    }
    return new Given(world("w", "g"), game("g", modules), manifests, List.of());
  }

  /** The same, with every list in another order. */
  Given shuffled(Given given) {
    GameDefinition game = given.game();
    List<ModuleManifest> manifests = new ArrayList<>();
    for (ModuleManifest manifest : given.manifests()) {
      manifests.add(
          new ModuleManifest(
              manifest.metadata(),
              new ModuleManifestSpec(
                  null,
                  shuffled(manifest.spec().provides()),
                  shuffled(manifest.spec().requires()),
                  null)));
    }
    return new Given(
        given.world(),
        game == null
            ? null
            : new GameDefinition(
                game.metadata(),
                new GameDefinitionSpec(
                    null, null, null, shuffled(game.spec().modules()), null, List.of())),
        shuffled(manifests),
        shuffled(given.existing()));
  }

  private <T> List<T> shuffled(List<T> list) {
    List<T> copy = new ArrayList<>(list);
    Collections.shuffle(copy, random);
    return copy;
  }

  private String capability() {
    return "cap." + (char) ('a' + random.nextInt(4));
  }

  private Scope scope() {
    return random.nextInt(4) == 0 ? Scope.CLUSTER : Scope.WORLD;
  }

  private Multiplicity multiplicity() {
    return random.nextInt(3) == 0 ? Multiplicity.MANY : Multiplicity.ONE;
  }

  private Nfr nfr() {
    return new Nfr(new Nfr.Latency(amount(5 + random.nextInt(3))), amount(60), null);
  }

  private Nfr.@Nullable Amount amount(double value) {
    return random.nextInt(3) == 0
        ? null
        : new Nfr.Amount(value, random.nextBoolean() ? Strictness.HARD : Strictness.SOFT);
  }

  private <T> T one(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private List<String> some(List<String> list) {
    return list.stream().filter(_ -> random.nextBoolean()).toList();
  }
}
