package dev.fleetwright.swarm.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.plan.IoGraph;
import dev.fleetwright.swarm.plan.StartOrder;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code swarm-template}: what the swarm is made of. Either {@code args.template} names a
 * ManifestWork, with the order in {@code args.needs}, or {@code args.plan} is a plan. A swarm that
 * runs goes on running, and what is new in it starts in its turn.
 */
final class TemplateCommand implements SwarmCommand {

  private static final int MOST_REASONS = 20;

  /** What the signal asks for, read. */
  private record Content(
      TemplateRef template, List<List<String>> waves, @Nullable SwarmPlan plan) {}

  /** Either the content or why there is none. */
  private record Reading(@Nullable Content content, Outcome.@Nullable Failure failure) {}

  @Override
  public Optional<Outcome.Failure> refusal(ControllerTurn turn, Envelope.Signal signal) {
    return Optional.ofNullable(read(turn, signal).failure());
  }

  @Override
  public Goal goal(ControllerTurn turn, Envelope.Signal signal) {
    Content content = read(turn, signal).content();
    if (content == null) {
      throw new IllegalStateException("a refused template is not carried out");
    }
    Goal before = turn.goal;
    boolean provisioned = before != null && before.run() != RunState.REMOVED;
    turn.waves = content.waves();
    if (content.plan() != null) {
      turn.bus.expect(
          content.plan().members().stream()
              .map(member -> new Member(member.name(), member.role(), member.instance()))
              .toList());
    }
    if (before == null || !provisioned) {
      turn.speakers.clear();
      return new Goal(
          turn.swarmId,
          SwarmCommand.nextGeneration(turn),
          content.template(),
          RunState.PROVISIONED);
    }
    return new Goal(
        turn.swarmId,
        SwarmCommand.nextGeneration(turn),
        content.template(),
        before.run(),
        // A start or stop that is under way goes on in its order.
        switch (before.run()) {
          case RUNNING -> Waves.firstToStart(before, turn.waves);
          case STOPPED -> Waves.firstToStop(before, turn.waves);
          case PROVISIONED, REMOVED -> Goal.none();
        },
        before.kept());
  }

  @Override
  public SwarmState underway() {
    return SwarmState.PROVISIONING;
  }

  @Override
  public String phase() {
    return "provision";
  }

  private static Reading read(ControllerTurn turn, Envelope.Signal signal) {
    JsonNode args = signal.args();
    JsonNode plan = args == null ? null : args.get("plan");
    Optional<TemplateRef> template = TemplateRef.fromArgs(args);
    if (plan != null) {
      return switch (SwarmPlan.of(plan)) {
        case Checked.Invalid<SwarmPlan>(List<Problem> problems) -> invalid(problems);
        case Checked.Valid<SwarmPlan>(SwarmPlan valid) -> {
          List<Problem> obstacles = valid.obstacles(turn.swarmId);
          yield obstacles.isEmpty()
              ? ordered(valid.order(), valid.template(), valid)
              : invalid(obstacles);
        }
      };
    }
    return template
        .map(named -> ordered(StartOrder.of(IoGraph.ofNeeds(named.needs())), named, null))
        .orElseGet(() ->
            new Reading(
                null,
                new Outcome.Failure(
                    "invalid-args", "args.template or args.plan is missing", "validate", false)));
  }

  private static Reading ordered(StartOrder order, TemplateRef template, @Nullable SwarmPlan plan) {
    return switch (order) {
      case StartOrder.Waves(var waves) -> new Reading(new Content(template, waves, plan), null);
      case StartOrder.Cycle cycle -> {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        cycle.path().forEach(details.putArray("cycle")::add);
        cycle.via().forEach(details.putArray("via")::add);
        yield new Reading(
            null,
            new Outcome.Failure(
                "cyclic-plan",
                "no component of this cycle can start first: " + Texts.cut(cycle.text(), 1000),
                "validate",
                false,
                details,
                null));
      }
    };
  }

  private static Reading invalid(List<Problem> problems) {
    ArrayNode reasons = JsonNodeFactory.instance.arrayNode();
    problems.stream()
        .limit(MOST_REASONS)
        .forEach(problem ->
            reasons
                .addObject()
                .put("code", problem.code())
                .put("path", problem.path())
                .put("message", Texts.cut(problem.message(), 300)));
    Problem first = problems.getFirst();
    return new Reading(
        null,
        new Outcome.Failure(
            "invalid-plan",
            (first.path().isEmpty() ? "" : first.path() + ": ")
                + Texts.cut(first.message(), 500)
                + (problems.size() > 1 ? ", and " + (problems.size() - 1) + " more" : ""),
            "validate",
            false,
            reasons,
            null));
  }
}
