package dev.fleetwright.swarm.controller;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the agent has seen in its cluster since it took up a goal. Commands are confirmed on this
 * and on nothing else.
 *
 * @param generation of the goal that the agent pursued when it looked
 * @param templateHash of what is applied; null when nothing is
 * @param remaining objects that a removal has not got rid of, for people
 * @param trouble what stands in the way; the agent goes on unless it can never succeed
 * @param components the totals by component, where the agent can tell them apart; empty where not
 */
public record Evidence(
    long generation,
    Stage stage,
    @Nullable String templateHash,
    Totals totals,
    List<String> remaining,
    @Nullable Trouble trouble,
    List<Component> components) {

  /** How far the agent is. */
  public enum Stage {
    PROGRESSING,
    /** Every object of the template is as the goal wants it; whether it runs is in the totals. */
    APPLIED,
    /** Every object of the swarm was looked for and none is there. */
    GONE
  }

  /**
   * Something that stands in the way.
   *
   * @param retryable false ends the command at once; true lets it go on to its deadline
   */
  public record Trouble(
      String code, String message, boolean retryable, @Nullable JsonNode details) {}

  /**
   * What the agent sees of one component.
   *
   * @param name as the order of the swarm has it; empty for workloads that belong to none
   * @param role and {@code instance}: its address on the bus; null when it has none
   * @param actuator whether it has an HTTP Actuator that the agent can ask
   */
  public record Component(
      String name,
      @Nullable String role,
      @Nullable String instance,
      boolean actuator,
      Totals totals) {

    boolean isWell() {
      return totals.running() >= totals.desired() && totals.healthy() >= totals.desired();
    }
  }

  public Evidence {
    remaining = List.copyOf(remaining);
    components = List.copyOf(components);
  }

  public Evidence(
      long generation,
      Stage stage,
      @Nullable String templateHash,
      Totals totals,
      List<String> remaining,
      @Nullable Trouble trouble) {
    this(generation, stage, templateHash, totals, remaining, trouble, List.of());
  }

  /** Whether this is about the goal and what it names is applied. */
  boolean isApplied(Goal goal) {
    TemplateRef template = goal.template();
    return generation >= goal.generation()
        && stage == Stage.APPLIED
        && template != null
        && template.hash().equals(templateHash);
  }

  /** Whether this shows that the goal is reached, by the totals alone. */
  public boolean shows(Goal goal) {
    if (generation < goal.generation()) {
      return false;
    }
    boolean applied = isApplied(goal);
    return switch (goal.run()) {
      case RunState.RUNNING ->
          applied && totals.running() >= totals.desired() && totals.healthy() >= totals.desired();
      case RunState.PROVISIONED, RunState.STOPPED -> applied && totals.running() == 0;
      case RunState.REMOVED -> stage == Stage.GONE && remaining.isEmpty();
    };
  }
}
