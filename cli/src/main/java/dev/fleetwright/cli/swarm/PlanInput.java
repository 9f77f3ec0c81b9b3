package dev.fleetwright.cli.swarm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.documents.Bound;
import dev.fleetwright.documents.DocumentReader;
import dev.fleetwright.documents.Limits;
import dev.fleetwright.documents.Node;
import dev.fleetwright.documents.Problems;
import dev.fleetwright.documents.files.SourceFiles;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.ProblemText;
import dev.fleetwright.swarm.plan.StartOrder;
import dev.fleetwright.swarm.plan.SwarmPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the one plan of a file, and says what is wrong with it. */
final class PlanInput {

  private PlanInput() {}

  /** The plan as the argument of a signal; null when it cannot be one. */
  static @Nullable ObjectNode args(
      Console console, String file, String id, List<Problem> problems) {
    List<Problem> found = new ArrayList<>();
    Optional<SwarmPlan> plan = read(console, file, found);
    problems.addAll(found);
    if (plan.isEmpty()) {
      return null;
    }
    if (!plan.get().id().equals(id)) {
      problems.add(
          new Problem(
              "wrong-id",
              "id",
              "the plan is of the swarm " + plan.get().id() + " and the command is about " + id,
              "write " + plan.get().id() + " in the command or " + id + " in the plan"));
    }
    if (plan.get().order() instanceof StartOrder.Cycle cycle) {
      problems.add(cyclic(cycle));
    }
    ObjectNode args = JsonNodeFactory.instance.objectNode();
    args.set("plan", plan.get().toJson());
    return args;
  }

  static Problem cyclic(StartOrder.Cycle cycle) {
    return new Problem(
        "cyclic-plan",
        "bees",
        "there is no order, since these wait for each other: " + cycle.text(),
        "take one of these queues out of work.in or work.out");
  }

  /** Empty when there are errors; they are on stderr then, and warnings always are. */
  static Optional<SwarmPlan> read(Console console, String file) {
    List<Problem> problems = new ArrayList<>();
    Optional<SwarmPlan> plan = read(console, file, problems);
    console.err().print(ProblemText.render(problems));
    console.err().flush();
    return plan;
  }

  private static Optional<SwarmPlan> read(Console console, String file, List<Problem> found) {
    SourceFiles.Sources read = SourceFiles.read(List.of(file), console.in(), Limits.DEFAULT);
    Problems problems = new Problems();
    problems.addAll(read.problems());
    List<Node> documents = new DocumentReader().read(read.sources(), problems);
    Optional<SwarmPlan> plan = Optional.empty();
    if (documents.size() == 1) {
      Bound<SwarmPlan> bound = SwarmPlan.read(documents.getFirst());
      problems.addAll(bound.problems());
      plan = Optional.ofNullable(bound.value());
    } else if (documents.size() > 1) {
      problems.add(
          documents
              .get(1)
              .problem(
                  "several-documents",
                  "there are " + documents.size() + " documents, and a plan is one",
                  "keep each plan in a file of its own"));
    } else if (!problems.hasErrors()) {
      problems.add(
          new Problem("no-plan", "", "there is no plan in " + file, "write id and bees in it"));
    }
    found.addAll(problems.inOrderOf(read.sources()));
    return problems.hasErrors() ? Optional.empty() : plan;
  }
}
