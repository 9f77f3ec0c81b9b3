package dev.fleetwright.hub.why;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.Resolution;
import dev.fleetwright.capability.matching.Verdict;
import dev.fleetwright.hub.why.Tree.Mark;
import java.util.ArrayList;
import java.util.List;

/** Who satisfies which requirement, as trees. */
final class BindingTrees {

  private BindingTrees() {}

  static Tree of(BindingPlan plan) {
    List<Tree> children = new ArrayList<>();
    Resolution resolution = plan.resolution();
    if (resolution != null) {
      resolution
          .missingRequired()
          .forEach(module ->
              children.add(
                  new Tree(
                      "module " + module + " does not exist",
                      Mark.BAD,
                      List.of(
                          Tree.toDo(
                              "apply a ModuleManifest "
                                  + module
                                  + ", or take it out of the game")))));
      resolution.outcomes().forEach(outcome -> children.add(of(outcome, resolution)));
    }
    if (resolution == null) {
      children.add(
          Tree.toDo("apply what is missing; fleetwright events --type Warning tells more"));
    }
    return new Tree(
        "bindings: " + plan.message(), plan.isResolved() ? Mark.OK : Mark.BAD, children);
  }

  static Tree of(Outcome outcome, Resolution resolution) {
    return switch (outcome) {
      case Outcome.Bound bound ->
          new Tree(
              bound.need().described()
                  + ": bound to "
                  + String.join(
                      ", ",
                      bound.providers().stream()
                          .map(p -> p.module() + " " + p.offered().version())
                          .toList()),
              Mark.OK,
              others(bound, resolution));
      case Outcome.Unresolved unresolved ->
          new Tree(
              unresolved.need().described() + ": nothing satisfies it",
              unresolved.need().isRequired() ? Mark.BAD : Mark.NOTE,
              List.of(
                  Tree.leaf(resolution.hint(unresolved).finding(), Mark.NOTE),
                  Tree.toDo(resolution.hint(unresolved).fix())));
      case Outcome.Broken broken ->
          new Tree(
              broken.need().described() + ": cannot be read",
              Mark.BAD,
              broken.need().problems().stream()
                  .map(p -> new Tree(p.message(), Mark.BAD, List.of(Tree.toDo(p.nextStep()))))
                  .toList());
    };
  }

  /** Those that could have been chosen and were not. */
  private static List<Tree> others(Outcome.Bound bound, Resolution resolution) {
    return resolution.candidates(bound).stream()
        .filter(candidate -> !bound.providers().contains(candidate.provision()))
        .map(candidate ->
            Tree.leaf(
                "not "
                    + candidate.provision().module()
                    + " "
                    + candidate.provision().offered().version()
                    + ": "
                    + words(candidate.verdict()),
                Mark.NOTE))
        .toList();
  }

  private static String words(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Chosen _ -> "chosen";
      case Verdict.Beaten beaten ->
          "it satisfies, and "
              + beaten.winner()
              + " is preferred ("
              + beaten.advantage().code()
              + ")";
      case Verdict.Rejected(var rejection) ->
          rejection.rule() + " wants " + rejection.wanted() + ", it has " + rejection.actual();
      case Verdict.NotJudged() -> "the requirement is invalid";
    };
  }
}
