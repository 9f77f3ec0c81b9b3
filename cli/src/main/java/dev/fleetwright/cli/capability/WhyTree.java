package dev.fleetwright.cli.capability;

import dev.fleetwright.capability.BindingPlan;
import dev.fleetwright.capability.Cycle;
import dev.fleetwright.capability.Outcome;
import dev.fleetwright.capability.Resolution;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.matching.Candidate;
import dev.fleetwright.capability.matching.Hint;
import dev.fleetwright.capability.matching.Need;
import dev.fleetwright.capability.matching.Verdict;
import dev.fleetwright.cli.terminal.Console;
import java.util.ArrayList;
import java.util.List;

/**
 * The reasons as a tree: world, module, requirement, candidate.
 *
 * <pre>
 * ✓ world anvil-demo/anvil-sample-world: Running, game anvil
 * └─ core-physics-engine
 *    └─ ✓ requires time.source ^1.0.0 in scope world
 *       ├─ ✓ core-time-source 1.4.0: chosen
 *       └─ ✗ old-time-source 0.9.0: version: wants version ^1.0.0, has version 0.9.0
 * </pre>
 */
final class WhyTree {

  private record Branch(String text, List<Branch> children) {
    Branch(String text) {
      this(text, new ArrayList<>());
    }

    Branch add(String childText) {
      Branch child = new Branch(childText);
      children.add(child);
      return child;
    }
  }

  private final Console console;
  private final Hints fixes;

  WhyTree(Console console, Hints fixes) {
    this.console = console;
    this.fixes = fixes;
  }

  String render(List<BindingPlan> plans) {
    StringBuilder out = new StringBuilder();
    for (BindingPlan plan : plans) {
      Branch root = world(plan);
      out.append(root.text).append('\n');
      append(root, "", out);
    }
    return out.toString();
  }

  private static void append(Branch branch, String indent, StringBuilder out) {
    for (int i = 0; i < branch.children.size(); i++) {
      Branch child = branch.children.get(i);
      boolean last = i == branch.children.size() - 1;
      out.append(indent).append(last ? "└─ " : "├─ ").append(child.text).append('\n');
      append(child, indent + (last ? "   " : "│  "), out);
    }
  }

  private Branch world(BindingPlan plan) {
    String mark = plan.isResolved() ? yes() : no();
    Branch root =
        new Branch(
            mark
                + " world "
                + Words.safe(plan.key().toString())
                + ": "
                + plan.phase()
                + ", game "
                + Words.safe(plan.world().spec().gameRef().name()));
    for (Condition condition : plan.conditions()) {
      if (!condition.holds() || condition.type().equals(BindingPlan.NAME_CONFLICT)) {
        root.add(
            no()
                + " "
                + condition.type()
                + "="
                + condition.status()
                + " "
                + condition.reason()
                + ": "
                + Words.safe(condition.message()));
      }
    }
    Resolution resolution = plan.resolution();
    if (resolution == null) {
      root.add("fix: " + Words.safe(fixes.missingGame(plan)));
    } else {
      for (String name : resolution.missingRequired()) {
        root.add(no() + " module " + Words.safe(name) + " not found")
            .add(
                "fix: "
                    + Words.safe(fixes.missingModule(new ObjectKey(plan.key().namespace(), name))));
      }
      for (String name : resolution.missingOptional()) {
        root.add(note() + " optional module " + Words.safe(name) + " not found");
      }
      modules(plan, resolution, root);
      for (Cycle cycle : resolution.cycles()) {
        root.add(note() + " cycle: " + Words.safe(cycle.toString()));
      }
    }
    return root;
  }

  private void modules(BindingPlan plan, Resolution resolution, Branch root) {
    Branch module = new Branch("");
    String consumer = "";
    for (Outcome outcome : plan.outcomes()) {
      if (!outcome.need().consumer().equals(consumer)) {
        consumer = outcome.need().consumer();
        module = root.add(Words.safe(consumer));
      }
      requirement(plan, resolution, outcome, module);
    }
  }

  private void requirement(
      BindingPlan plan, Resolution resolution, Outcome outcome, Branch module) {
    Need need = outcome.need();
    String mark =
        switch (outcome) {
          case Outcome.Bound _ -> yes();
          case Outcome.Unresolved _ -> need.isRequired() ? no() : note();
          case Outcome.Broken _ -> no();
        };
    Branch branch =
        module.add(
            mark
                + " requires "
                + Words.safe(need.summary())
                + (need.isRequired() ? "" : " (optional)"));
    need.problems()
        .forEach(problem -> branch.add(no() + " invalid: " + Words.safe(problem.message())));
    if (outcome instanceof Outcome.Broken) {
      plan.retained().stream()
          .filter(kept -> kept.spec().consumer().moduleManifestName().equals(need.consumer()))
          .filter(kept -> kept.spec().capabilityId().equals(need.capabilityId()))
          .forEach(kept ->
              branch.add(
                  note()
                      + " the last good binding stays: "
                      + Words.safe(kept.spec().provider().moduleManifestName())));
    }
    for (Candidate candidate : resolution.candidates(outcome)) {
      branch.add(
          mark(candidate.verdict())
              + " "
              + Words.safe(candidate.provision().module())
              + " "
              + Words.safe(candidate.provision().offered().version())
              + ": "
              + Words.safe(Words.verdict(candidate.verdict())));
    }
    if (outcome instanceof Outcome.Unresolved open) {
      Hint hint = fixes.of(plan, open);
      branch.add("nearest: " + Words.safe(hint.finding())).add("fix: " + Words.safe(hint.fix()));
    }
  }

  private String mark(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Chosen _ -> yes();
      case Verdict.Beaten _ -> console.dim("·");
      case Verdict.Rejected _ -> no();
      case Verdict.NotJudged _ -> console.dim("?");
    };
  }

  private String yes() {
    return console.green("✓");
  }

  private String no() {
    return console.red("✗");
  }

  private String note() {
    return console.yellow("!");
  }
}
