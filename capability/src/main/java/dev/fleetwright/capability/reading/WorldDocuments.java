package dev.fleetwright.capability.reading;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.FleetResolver;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.Source;
import dev.fleetwright.model.Problem;
import java.util.List;

/**
 * The worlds of some texts and all they need.
 *
 * @param problems everything wrong with the texts, in their order; warnings too
 * @param readable whether every document could be read; if not, what is missing may only be
 *     unreadable
 */
public record WorldDocuments(
    List<ModuleManifest> manifests,
    List<GameDefinition> games,
    List<WorldInstance> worlds,
    List<CapabilityBinding> bindings,
    List<Problem> problems,
    boolean readable) {

  public WorldDocuments {
    manifests = List.copyOf(manifests);
    games = List.copyOf(games);
    worlds = List.copyOf(worlds);
    bindings = List.copyOf(bindings);
    problems = List.copyOf(problems);
  }

  public static WorldDocuments read(List<Source> sources) {
    return read(sources, Limits.DEFAULT, List.of());
  }

  /**
   * Reads texts, going on with problems from before.
   *
   * @param earlier such as files that could not be read
   */
  public static WorldDocuments read(List<Source> sources, Limits limits, List<Problem> earlier) {
    return new WorldReader(sources, limits, earlier).read();
  }

  public boolean hasErrors() {
    return problems.stream().anyMatch(Problem::isError);
  }

  /** The plans of all worlds, by key. */
  public List<BindingPlan> resolve() {
    FleetResolver resolver = new FleetResolver();
    manifests.forEach(resolver::put);
    games.forEach(resolver::put);
    bindings.forEach(resolver::put);
    worlds.forEach(resolver::put);
    return resolver.resolvePending();
  }
}
