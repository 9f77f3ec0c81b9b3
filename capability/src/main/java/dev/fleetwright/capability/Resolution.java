package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.GameDefinitionSpec.GameModule;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.matching.Candidate;
import dev.fleetwright.capability.matching.CompiledModule;
import dev.fleetwright.capability.matching.Hint;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.capability.matching.ProviderIndex;
import dev.fleetwright.capability.matching.Provision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Every requirement of a game decided. It does not depend on the world, so all worlds of a game in
 * one namespace share it. Immutable.
 */
public final class Resolution {

  private final String game;
  private final SortedMap<String, CompiledModule> modules;
  private final List<String> missingRequired;
  private final List<String> missingOptional;
  private final ProviderIndex index;
  private final List<Outcome> outcomes;
  private final List<ObjectProblem> problems;
  private @Nullable List<Cycle> cycles;

  private Resolution(
      GameDefinition game,
      SortedMap<String, CompiledModule> modules,
      SortedSet<String> missingRequired,
      SortedSet<String> missingOptional) {
    this.game = game.metadata().name();
    this.modules = Collections.unmodifiableSortedMap(modules);
    this.missingRequired = List.copyOf(missingRequired);
    this.missingOptional = List.copyOf(missingOptional);
    this.index = new ProviderIndex(modules.values());
    this.outcomes = outcomes(modules, index);
    List<ObjectProblem> all = new ArrayList<>();
    GameChecks.problems(game)
        .forEach(p -> all.add(new ObjectProblem(GameDefinition.KIND, game.key(), p)));
    for (CompiledModule module : modules.values()) {
      module
          .problems()
          .forEach(p -> all.add(new ObjectProblem(ModuleManifest.KIND, module.key(), p)));
    }
    this.problems = List.copyOf(all);
  }

  /**
   * Decides a game.
   *
   * @param manifests the compiled manifest of a key, null when there is none
   */
  public static Resolution of(
      GameDefinition game, Function<ObjectKey, @Nullable CompiledModule> manifests) {
    SortedMap<String, CompiledModule> found = new TreeMap<>();
    SortedSet<String> missingRequired = new TreeSet<>();
    SortedSet<String> missingOptional = new TreeSet<>();
    for (GameModule module : game.spec().modules()) {
      String name = module.name();
      CompiledModule manifest = manifests.apply(new ObjectKey(game.key().namespace(), name));
      if (manifest != null) {
        found.put(name, manifest);
      } else if (module.mustExist()) {
        missingRequired.add(name);
      } else {
        missingOptional.add(name);
      }
    }
    missingOptional.removeAll(missingRequired);
    return new Resolution(game, found, missingRequired, missingOptional);
  }

  private static List<Outcome> outcomes(
      SortedMap<String, CompiledModule> modules, ProviderIndex index) {
    List<Outcome> outcomes = new ArrayList<>();
    for (CompiledModule module : modules.values()) {
      for (Need need : module.needs()) {
        outcomes.add(outcome(need, index));
      }
    }
    return List.copyOf(outcomes);
  }

  private static Outcome outcome(Need need, ProviderIndex index) {
    if (need.isBroken()) {
      return new Outcome.Broken(need);
    }
    List<Provision> chosen = index.choose(need);
    return chosen.isEmpty() ? new Outcome.Unresolved(need) : new Outcome.Bound(need, chosen);
  }

  /** A module that serves itself is no cycle: it has nobody to wait for. */
  private static List<Cycle> cycles(List<String> modules, List<Outcome> outcomes) {
    Cycles cycles = new Cycles(modules);
    for (Outcome outcome : outcomes) {
      if (outcome instanceof Outcome.Bound(Need need, List<Provision> providers)) {
        for (Provision provider : providers) {
          cycles.add(need.consumer(), provider.module());
        }
      }
    }
    return cycles.find();
  }

  /** Name of the game. */
  public String game() {
    return game;
  }

  /** The modules of the game that exist, by name. */
  public SortedMap<String, CompiledModule> modules() {
    return modules;
  }

  /** Modules that the game cannot do without and that do not exist, by name. */
  public List<String> missingRequired() {
    return missingRequired;
  }

  /** Modules that the game can do without and that do not exist, by name. */
  public List<String> missingOptional() {
    return missingOptional;
  }

  /** One per requirement, by consumer, capability, scope and multiplicity. */
  public List<Outcome> outcomes() {
    return outcomes;
  }

  /** What is wrong with the game and its manifests; warnings too. */
  public List<ObjectProblem> problems() {
    return problems;
  }

  /** Modules that need each other; worked out when first asked for. */
  public List<Cycle> cycles() {
    List<Cycle> known = cycles;
    if (known == null) {
      known = cycles(List.copyOf(modules.keySet()), outcomes);
      cycles = known; // a race works out the same twice
    }
    return known;
  }

  /**
   * Every provider of the capability that a requirement names, and the first rule it failed or what
   * beat it. Judged by the same rules and the same choice as the outcome, when asked: nobody reads
   * the ten million verdicts of a large fleet.
   */
  public List<Candidate> candidates(Outcome outcome) {
    return index.candidates(outcome.need());
  }

  /** What would have to change for an unresolved requirement. */
  public Hint hint(Outcome.Unresolved unresolved) {
    return index.hint(unresolved.need());
  }
}
