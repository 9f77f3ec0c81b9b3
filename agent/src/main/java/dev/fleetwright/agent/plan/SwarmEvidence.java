package dev.fleetwright.agent.plan;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.Evidence;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.protocol.KeySegment;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
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
    List<Evidence.Component> components =
        goal.run() == RunState.REMOVED ? List.of() : components(goal, outcomes);
    Totals totals = sum(components.stream().map(Evidence.Component::totals).toList());
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
        trouble,
        components);
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

  /** Workloads by the component that they are of; those of none are together under no name. */
  private static List<Evidence.Component> components(Goal goal, List<Outcome> outcomes) {
    SortedMap<String, List<Totals>> totals = new TreeMap<>();
    Map<String, ObjectNode> spokesman = new HashMap<>();
    for (Outcome outcome : outcomes) {
      ObjectNode live = outcome.live();
      ObjectId id = outcome.id();
      if (id == null || !isComponent(id, live)) {
        continue;
      }
      String name = live == null ? "" : Marks.component(live);
      totals.computeIfAbsent(name, _ -> new ArrayList<>()).add(totals(goal, name, id, live));
      if (live != null && !Marks.mark(live, Marks.INSTANCE).isEmpty()) {
        spokesman.putIfAbsent(name, live);
      }
    }
    List<Evidence.Component> components = new ArrayList<>();
    totals.forEach((name, parts) -> {
      ObjectNode speaks = spokesman.get(name);
      String role = speaks == null ? "" : Marks.mark(speaks, Marks.ROLE);
      String instance = speaks == null ? "" : Marks.mark(speaks, Marks.INSTANCE);
      boolean addressed =
          KeySegment.problem(role).isEmpty() && KeySegment.problem(instance).isEmpty();
      components.add(
          new Evidence.Component(
              name,
              addressed ? role : null,
              addressed ? instance : null,
              actuator(name, outcomes) != null,
              sum(parts)));
    });
    return components;
  }

  /** Where the Actuator of a component is; null when nobody said. */
  public static @Nullable String actuator(String component, List<Outcome> outcomes) {
    return outcomes.stream()
        .map(Outcome::live)
        .filter(Objects::nonNull)
        .filter(live -> Marks.component(live).equals(component))
        .map(live -> Marks.mark(live, Marks.ACTUATOR))
        .filter(url -> !url.isEmpty())
        .findFirst()
        .orElse(null);
  }

  private static Totals totals(
      Goal goal, String component, ObjectId id, @Nullable ObjectNode live) {
    boolean up = goal.isUp(component);
    if (live == null) {
      return new Totals(up ? 1 : 0, 0, 0, 0);
    }
    Health health = Health.of(id, live);
    boolean meant = !up || health.counts();
    return new Totals(
        meant ? 1 : 0,
        health.counts() && health.healthy() ? 1 : 0,
        health.running() ? 1 : 0,
        health.counts() ? 1 : 0);
  }

  private static Totals sum(List<Totals> parts) {
    int desired = 0;
    int healthy = 0;
    int running = 0;
    int enabled = 0;
    for (Totals part : parts) {
      desired += part.desired();
      healthy += part.healthy();
      running += part.running();
      enabled += part.enabled();
    }
    return new Totals(desired, healthy, running, enabled);
  }

  /** A component is an object that runs something. */
  private static boolean isComponent(ObjectId id, @Nullable ObjectNode live) {
    return WorkloadKind.of(id, live == null ? MissingNode.getInstance() : live)
        != WorkloadKind.NONE;
  }
}
