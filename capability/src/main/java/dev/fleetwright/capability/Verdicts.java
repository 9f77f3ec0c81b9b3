package dev.fleetwright.capability;

import dev.fleetwright.capability.DesiredBinding.Action;
import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.model.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a world is told about its bindings: conditions, phase, message and the events that are due.
 *
 * <p>Everything that keeps a world from being resolved is one finding. The condition lists all of
 * them, so that the condition of the last run tells which are new and deserve an event.
 */
final class Verdicts {

  private static final String ALL_RESOLVED = "All required bindings resolved";

  /**
   * @param reason of the condition when this is the first finding
   * @param event reason of its event; null when the condition says enough
   */
  private record Finding(String reason, @Nullable String event, String text) {}

  private final WorldInstance world;
  private final @Nullable Resolution resolution;
  private final List<Finding> findings = new ArrayList<>();
  private final List<String> conflicts;
  private final boolean conflictMatters;

  Verdicts(WorldInstance world, @Nullable Resolution resolution, List<DesiredBinding> desired) {
    this.world = world;
    this.resolution = resolution;
    this.conflicts =
        desired.stream()
            .filter(binding -> binding.action() == Action.REFUSE)
            .map(DesiredBinding::name)
            .toList();
    this.conflictMatters =
        desired.stream()
            .anyMatch(binding -> binding.action() == Action.REFUSE && binding.need().isRequired());
    if (resolution == null) {
      String game = world.spec().gameRef().name();
      findings.add(
          new Finding(
              "GameDefinitionNotFound",
              "GameDefinitionNotFound",
              "GameDefinition " + game + " not found"));
    } else {
      collect(resolution);
    }
  }

  /** In the order of precedence. */
  private void collect(Resolution decided) {
    if (!decided.missingRequired().isEmpty()) {
      findings.add(
          new Finding(
              "ModuleManifestNotFound",
              "ModuleManifestNotFound",
              Summary.listing(decided.missingRequired(), "module", "not found")));
    }
    List<Need> badRanges =
        decided.outcomes().stream()
            .filter(outcome -> outcome instanceof Outcome.Broken && outcome.need().range() == null)
            .map(Outcome::need)
            .toList();
    if (!badRanges.isEmpty()) {
      findings.add(
          new Finding(
              "InvalidSpec",
              WorldEvent.INVALID_SEMVER_CONSTRAINT,
              counted(badRanges, "range", "invalid", Verdicts::badRange)));
    }
    List<ObjectProblem> otherProblems =
        decided.problems().stream()
            .filter(p -> p.problem().isError())
            .filter(p -> !p.problem().path().endsWith(".versionConstraint"))
            .toList();
    if (!otherProblems.isEmpty()) {
      findings.add(
          new Finding(
              "InvalidSpec", null, counted(otherProblems, "entry", "invalid", Verdicts::badEntry)));
    }
    List<Outcome.Unresolved> unresolved = unresolved(decided, true);
    if (!unresolved.isEmpty()) {
      findings.add(
          new Finding(
              "UnresolvedRequired",
              WorldEvent.UNRESOLVED_BINDINGS,
              counted(
                  unresolved,
                  "required requirement",
                  "unresolved",
                  outcome -> explained(outcome, decided))));
    }
  }

  BindingPlan plan(
      List<DesiredBinding> desired,
      List<CapabilityBinding> retained,
      List<CapabilityBinding> stale) {
    List<Condition> conditions = conditions();
    return new BindingPlan(
        world,
        resolution,
        desired,
        retained,
        stale,
        conditions,
        phase(),
        message(),
        events(),
        resolution == null ? List.of() : resolution.problems());
  }

  private WorldPhase phase() {
    if (!findings.isEmpty() || conflictMatters) {
      return WorldPhase.ERROR;
    }
    return world.spec().shouldRun() ? WorldPhase.RUNNING : WorldPhase.STOPPED;
  }

  private String bindingsMessage() {
    return findings.isEmpty()
        ? ALL_RESOLVED
        : String.join("; ", findings.stream().map(Finding::text).toList());
  }

  private List<Condition> conditions() {
    List<Condition> conditions = new ArrayList<>();
    conditions.add(modulesCondition());
    conditions.add(
        findings.isEmpty()
            ? condition(BindingPlan.BINDINGS_RESOLVED, true, "AllResolved", ALL_RESOLVED)
            : condition(
                BindingPlan.BINDINGS_RESOLVED,
                false,
                findings.getFirst().reason,
                bindingsMessage()));
    if (!conflicts.isEmpty()) {
      conditions.add(condition(BindingPlan.NAME_CONFLICT, true, "NameTaken", conflictMessage()));
    }
    return conditions;
  }

  private Condition modulesCondition() {
    if (resolution == null || !resolution.missingRequired().isEmpty()) {
      Finding first = findings.getFirst();
      return condition(BindingPlan.MODULES_RESOLVED, false, first.reason, first.text);
    }
    int found = resolution.modules().size();
    return condition(
        BindingPlan.MODULES_RESOLVED,
        true,
        "AllFound",
        found + (found == 1 ? " module found" : " modules found"));
  }

  private Condition condition(String type, boolean holds, String reason, String message) {
    return new Condition(
        type, holds ? "True" : "False", reason, message, world.metadata().generation(), null);
  }

  private String conflictMessage() {
    return counted(conflicts, "binding name", "taken by another object", name -> name);
  }

  /** What fails, then what is only worth knowing. */
  private String message() {
    List<String> parts = new ArrayList<>();
    parts.add(bindingsMessage());
    if (!conflicts.isEmpty()) {
      parts.add(conflictMessage());
    }
    if (resolution != null) {
      Resolution decided = resolution;
      List<Outcome.Unresolved> optional = unresolved(decided, false);
      if (!optional.isEmpty()) {
        parts.add(
            counted(
                optional,
                "optional requirement",
                "unresolved",
                outcome -> explained(outcome, decided)));
      }
      if (!decided.missingOptional().isEmpty()) {
        parts.add(Summary.listing(decided.missingOptional(), "optional module", "not found"));
      }
    }
    return String.join("; ", parts);
  }

  /** Those that the condition of the last run did not tell already. */
  private List<WorldEvent> events() {
    Condition before = CapabilityResolver.statusOf(world).condition(BindingPlan.BINDINGS_RESOLVED);
    List<WorldEvent> events = new ArrayList<>();
    for (Finding finding : findings) {
      if (finding.event != null && (before == null || !tells(before, finding.text))) {
        events.add(new WorldEvent(WorldEvent.Type.WARNING, finding.event, finding.text));
      }
    }
    if (findings.isEmpty() && (before == null || !before.holds())) {
      events.add(
          new WorldEvent(WorldEvent.Type.NORMAL, WorldEvent.BINDINGS_RESOLVED, ALL_RESOLVED));
    }
    Condition conflictBefore =
        CapabilityResolver.statusOf(world).condition(BindingPlan.NAME_CONFLICT);
    if (!conflicts.isEmpty()
        && (conflictBefore == null
            || !Objects.equals(conflictBefore.message(), conflictMessage()))) {
      events.add(
          new WorldEvent(WorldEvent.Type.WARNING, BindingPlan.NAME_CONFLICT, conflictMessage()));
    }
    return events;
  }

  private static boolean tells(Condition before, String text) {
    return !before.holds() && ("; " + before.message() + "; ").contains("; " + text + "; ");
  }

  private static List<Outcome.Unresolved> unresolved(Resolution decided, boolean required) {
    List<Outcome.Unresolved> unresolved = new ArrayList<>();
    for (Outcome outcome : decided.outcomes()) {
      if (outcome instanceof Outcome.Unresolved open && open.need().isRequired() == required) {
        unresolved.add(open);
      }
    }
    return unresolved;
  }

  private static String explained(Outcome.Unresolved outcome, Resolution decided) {
    return outcome.need().described() + " (" + decided.hint(outcome).finding() + ")";
  }

  private static String badRange(Need need) {
    Problem first = need.problems().getFirst();
    return need.consumer()
        + " requires "
        + need.capabilityId()
        + " with \""
        + need.wanted().versionConstraint()
        + "\" ("
        + first.message()
        + (first.place() == null ? "" : " at column " + first.place().column())
        + ")";
  }

  private static String badEntry(ObjectProblem problem) {
    return problem.object().name()
        + " "
        + problem.problem().path()
        + " ("
        + problem.problem().message()
        + ")";
  }

  private static <T> String counted(
      List<T> items, String noun, String state, Function<T, String> shown) {
    return Summary.of(items, noun, state, shown);
  }
}
