package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.Evidence;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the works of a swarm prove together. */
public final class SwarmEvidence {

  private SwarmEvidence() {}

  /**
   * How a work of the swarm stands.
   *
   * @param generation of the goal that it was brought about for
   * @param left objects that are to go and are still there
   */
  public record Standing(long generation, List<Outcome> outcomes, List<ObjectId> left) {
    public Standing {
      outcomes = List.copyOf(outcomes);
      left = List.copyOf(left);
    }
  }

  /** Whether the mailbox holds all of the content that a goal names, and nothing else of it. */
  public static boolean isComplete(Goal goal, List<Work> works) {
    TemplateRef template = goal.template();
    if (template == null) {
      return false;
    }
    List<Work> parts = works.stream().filter(work -> isPartOf(template, work)).toList();
    return parts.stream().anyMatch(work -> work.name().equals(template.name()))
        && parts.stream().allMatch(work -> work.parts() == parts.size());
  }

  public static boolean isPartOf(TemplateRef template, Work work) {
    return !work.deleting() && template.hash().equals(work.template());
  }

  /**
   * What all of that shows for a goal.
   *
   * @param complete whether the mailbox holds all of the content that the goal names
   * @param standings of all works of the swarm, and of those that are gone and have left something
   *     in the cluster; null for one that was not looked at yet
   */
  public static Evidence of(Goal goal, boolean complete, List<@Nullable Standing> standings) {
    boolean upToDate =
        standings.stream().allMatch(s -> s != null && s.generation() == goal.generation());
    List<Outcome> outcomes = new ArrayList<>();
    List<Outcome> current = new ArrayList<>();
    List<String> remaining = new ArrayList<>();
    for (Standing standing : standings) {
      if (standing != null) {
        outcomes.addAll(standing.outcomes());
        // What failed for an earlier goal must not fail this one.
        if (standing.generation() == goal.generation()) {
          current.addAll(standing.outcomes());
        }
        standing.left().forEach(id -> remaining.add(id.toString()));
      }
    }
    Totals totals = goal.run() == RunState.REMOVED ? Totals.NONE : totals(goal.run(), outcomes);
    Evidence.Trouble trouble = trouble(goal, complete, current);
    if (goal.run() == RunState.REMOVED) {
      Evidence.Stage stage =
          upToDate && remaining.isEmpty() ? Evidence.Stage.GONE : Evidence.Stage.PROGRESSING;
      return new Evidence(goal.generation(), stage, null, totals, remaining, null);
    }
    boolean applied =
        upToDate
            && complete
            && remaining.isEmpty()
            && outcomes.stream().allMatch(Outcome::isApplied);
    TemplateRef template = goal.template();
    return new Evidence(
        goal.generation(),
        applied ? Evidence.Stage.APPLIED : Evidence.Stage.PROGRESSING,
        applied && template != null ? template.hash() : null,
        totals,
        List.of(),
        trouble);
  }

  private static Evidence.@Nullable Trouble trouble(
      Goal goal, boolean complete, List<Outcome> outcomes) {
    List<Outcome.Failure> failures =
        outcomes.stream().map(Outcome::failure).filter(Objects::nonNull).toList();
    Outcome.Failure worst =
        failures.stream()
            .filter(failure -> !failure.retryable())
            .findFirst()
            .orElse(failures.isEmpty() ? null : failures.getFirst());
    if (worst != null) {
      return new Evidence.Trouble(worst.code(), worst.message(), worst.retryable(), null);
    }
    TemplateRef template = goal.template();
    return complete || template == null || goal.run() == RunState.REMOVED
        ? null
        : new Evidence.Trouble(
            "content-not-there",
            "the mailbox does not hold all of " + template.name() + " with hash " + template.hash(),
            true,
            null);
  }

  /** A component is an object that runs something. */
  private static Totals totals(RunState run, List<Outcome> outcomes) {
    int desired = 0;
    int healthy = 0;
    int running = 0;
    int enabled = 0;
    for (Outcome outcome : outcomes) {
      ObjectId id = outcome.id();
      ObjectNode live = outcome.live();
      if (id == null || live == null) {
        boolean shouldRun = id != null && run == RunState.RUNNING && isComponent(id);
        desired += shouldRun ? 1 : 0;
        continue;
      }
      Health health = Health.of(id, live);
      boolean component = WorkloadKind.of(id, live) != WorkloadKind.NONE;
      boolean meant = run == RunState.RUNNING ? health.counts() : component;
      desired += meant ? 1 : 0;
      enabled += health.counts() ? 1 : 0;
      running += health.running() ? 1 : 0;
      healthy += health.counts() && health.healthy() ? 1 : 0;
    }
    return new Totals(desired, healthy, running, enabled);
  }

  private static boolean isComponent(ObjectId id) {
    return WorkloadKind.of(id, com.fasterxml.jackson.databind.node.MissingNode.getInstance())
        != WorkloadKind.NONE;
  }
}
