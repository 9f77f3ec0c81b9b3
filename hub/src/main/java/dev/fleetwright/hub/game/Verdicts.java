package dev.fleetwright.hub.game;

import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.Resolution;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.GameDefinitionSpec.GameModule;
import dev.fleetwright.capability.kinds.GameDefinitionStatus;
import dev.fleetwright.capability.kinds.GameDefinitionStatus.ModuleState;
import dev.fleetwright.capability.kinds.GameDefinitionStatus.ResolvedModule;
import dev.fleetwright.capability.kinds.GamePhase;
import dev.fleetwright.capability.kinds.ManifestPhase;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ModuleManifestStatus;
import dev.fleetwright.capability.matching.CompiledModule;
import dev.fleetwright.model.Problem;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The status of games and modules. Pure functions; an unchanged answer is an equal status. */
final class Verdicts {

  static final String VALID = "Valid";
  static final String RESOLVED = "Resolved";

  private static final int SHOWN = 3;

  private Verdicts() {}

  static GameDefinitionStatus game(GameDefinition game, Resolution resolution, Instant now) {
    List<ResolvedModule> modules = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    for (GameModule module : game.spec().modules()) {
      CompiledModule found = resolution.modules().get(module.name());
      if (found == null) {
        modules.add(
            new ResolvedModule(
                module.name(), ModuleState.MISSING, "there is no such ModuleManifest"));
        (module.mustExist() ? wrong : absent).add(module.name() + " is missing");
      } else {
        List<String> errors = errors(found.problems());
        modules.add(
            new ResolvedModule(
                module.name(),
                errors.isEmpty() ? ModuleState.FOUND : ModuleState.INVALID,
                errors.isEmpty() ? null : some(errors)));
        errors.forEach(error -> wrong.add(module.name() + ": " + error));
      }
    }
    resolution.problems().stream()
        .filter(problem -> problem.kind().equals(GameDefinition.KIND))
        .map(problem -> problem.problem())
        .filter(Problem::isError)
        .forEach(problem -> wrong.add(problem.message()));
    boolean valid = wrong.isEmpty();
    String message =
        valid
            ? modules.size() + " modules" + (absent.isEmpty() ? "" : ", of which " + some(absent))
            : some(wrong);
    return new GameDefinitionStatus(
        valid ? GamePhase.VALID : GamePhase.ERROR,
        message,
        modules,
        conditions(
            game.status() == null ? List.of() : game.status().conditions(),
            VALID,
            valid,
            valid ? "AllFound" : "Invalid",
            message,
            game.metadata().generation(),
            now));
  }

  /**
   * A module is judged in each game that uses it: what satisfies its requirements depends on the
   * modules beside it.
   */
  static ModuleManifestStatus manifest(
      ModuleManifest manifest, Collection<Resolution> games, Instant now) {
    List<String> wrong = new ArrayList<>(errors(CompiledModule.of(manifest).problems()));
    SortedSet<String> unresolved = new TreeSet<>();
    for (Resolution game : games) {
      for (Outcome outcome : game.outcomes()) {
        if (outcome instanceof Outcome.Unresolved open
            && open.need().consumer().equals(manifest.metadata().name())) {
          unresolved.add(open.need().capabilityId());
          if (open.need().isRequired()) {
            wrong.add("in game " + game.game() + " nothing satisfies " + open.need().summary());
          }
        }
      }
    }
    ManifestPhase phase =
        !wrong.isEmpty()
            ? ManifestPhase.ERROR
            : games.isEmpty() ? ManifestPhase.PENDING : ManifestPhase.RESOLVED;
    String message =
        switch (phase) {
          case ERROR -> some(wrong);
          case PENDING -> "no game uses it";
          case RESOLVED ->
              "used by "
                  + games.size()
                  + (games.size() == 1 ? " game" : " games")
                  + (unresolved.isEmpty() ? "" : "; without the optional " + some(unresolved));
        };
    return new ModuleManifestStatus(
        manifest.metadata().generation(),
        phase,
        message,
        List.copyOf(unresolved),
        conditions(
            manifest.status() == null ? List.of() : manifest.status().conditions(),
            RESOLVED,
            phase == ManifestPhase.RESOLVED,
            switch (phase) {
              case ERROR -> "Unresolved";
              case PENDING -> "NotUsed";
              case RESOLVED -> "AllResolved";
            },
            message,
            manifest.metadata().generation(),
            now));
  }

  private static List<String> errors(Collection<Problem> problems) {
    return problems.stream()
        .filter(Problem::isError)
        .map(problem -> problem.path() + ": " + problem.message())
        .toList();
  }

  private static String some(Collection<String> all) {
    List<String> few = all.stream().limit(SHOWN).toList();
    return String.join(", ", few)
        + (all.size() > few.size() ? " and " + (all.size() - few.size()) + " more" : "");
  }

  private static List<Condition> conditions(
      List<Condition> before,
      String type,
      boolean holds,
      String reason,
      String message,
      @Nullable Long generation,
      Instant now) {
    List<Condition> conditions = new ArrayList<>();
    String status = holds ? "True" : "False";
    String since = now.truncatedTo(ChronoUnit.SECONDS).toString();
    for (Condition condition : before) {
      if (!condition.type().equals(type)) {
        conditions.add(condition);
      } else if (condition.status().equals(status) && condition.lastTransitionTime() != null) {
        since = condition.lastTransitionTime();
      }
    }
    conditions.add(new Condition(type, status, reason, message, generation, since));
    return conditions;
  }
}
