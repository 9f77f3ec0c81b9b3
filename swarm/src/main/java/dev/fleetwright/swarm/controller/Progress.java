package dev.fleetwright.swarm.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.Totals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far the goal is, wave by wave, by evidence alone. */
final class Progress {

  /** Outcomes are kept for a day in one record, so each stays small. */
  private static final int LARGEST_DETAILS = 2048;

  private static final int MOST_LISTED = 20;

  private final ControllerTurn turn;

  Progress(ControllerTurn turn) {
    this.turn = turn;
  }

  void check() {
    Goal goal = turn.goal;
    Evidence seen = turn.evidence;
    if (goal == null || seen == null || seen.generation() < goal.generation()) {
      return;
    }
    if (isReached(goal, seen)) {
      reached(goal);
    } else if (turn.command != null && seen.trouble() != null && !seen.trouble().retryable()) {
      failOn(seen.trouble(), turn.command);
    }
  }

  private void reached(Goal goal) {
    if (goal.isComplete()) {
      turn.lifecycle = stateOf(goal.run());
      if (goal.run() == RunState.REMOVED) {
        turn.updates.endAll();
      }
      turn.confirmations.end(new Outcome.Success(turn.lifecycle));
    } else if (turn.command != null) {
      // The wave is as it should be: the next one's turn.
      turn.pursue(goal.next(Waves.next(goal, turn.waves)));
    }
  }

  private boolean isReached(Goal goal, Evidence seen) {
    if (goal.run() == RunState.REMOVED || seen.components().isEmpty()) {
      return seen.shows(goal);
    }
    return seen.isApplied(goal)
        && seen.components().stream().allMatch(component -> isThere(goal, component));
  }

  private boolean isThere(Goal goal, Evidence.Component component) {
    String name = component.name();
    if (goal.isUp(name)) {
      boolean on = !turn.bus.isSwitchedByItself(name) || turn.bus.isSwitched(name, true);
      // Whoever is up only because its turn to stop has not come need not be well.
      return goal.run() != RunState.RUNNING
          || (component.isWell()
              && turn.bus.word(component) == Contacts.Word.WELL
              && (on || turn.command == null));
    }
    return component.totals().running() == 0
        || (goal.keepsAlive(name) && turn.bus.isSwitched(name, false));
  }

  private void failOn(Evidence.Trouble trouble, OpenCommand command) {
    turn.lifecycle = SwarmState.FAILED;
    turn.confirmations.end(
        new Outcome.Failure(
            trouble.code().isBlank() ? "failed" : Texts.cut(trouble.code(), 100),
            trouble.message().isBlank() ? "the agent gave up" : Texts.cut(trouble.message(), 1000),
            SwarmCommands.of(command.key().signal()).phase(),
            false,
            details(),
            SwarmState.FAILED));
  }

  void checkDeadline() {
    OpenCommand command = turn.command;
    if (command == null || turn.now.isBefore(command.deadline())) {
      return;
    }
    SignalName signal = command.key().signal();
    Evidence seen = turn.evidence;
    JsonNode details = details();
    turn.lifecycle = SwarmState.FAILED;
    turn.bus.giveUpOnSilent();
    turn.confirmations.end(
        new Outcome.Failure(
            "deadline-exceeded",
            signal.text()
                + " was not done within "
                + turn.settings.timeFor(signal).toSeconds()
                + " s"
                + (seen != null && seen.trouble() != null
                    ? ": " + Texts.cut(seen.trouble().message(), 1000)
                    : ""),
            SwarmCommands.of(signal).phase(),
            true,
            details,
            SwarmState.FAILED));
  }

  /** What is known when a command fails, above all what a removal left behind. */
  private @Nullable JsonNode details() {
    Evidence seen = turn.evidence;
    Goal goal = turn.goal;
    if (seen == null || goal == null) {
      return null;
    }
    ObjectNode details = JsonNodeFactory.instance.objectNode();
    Totals totals = seen.totals();
    details
        .putObject("totals")
        .put("desired", totals.desired())
        .put("healthy", totals.healthy())
        .put("running", totals.running())
        .put("enabled", totals.enabled());
    if (!seen.remaining().isEmpty()) {
      var remaining = details.putArray("remaining");
      seen.remaining().stream()
          .limit(MOST_LISTED)
          .forEach(object -> remaining.add(Texts.cut(object, 200)));
      details.put("remainingCount", seen.remaining().size());
    }
    List<String> missing =
        seen.components().stream()
            .filter(component -> !isThere(goal, component))
            .map(Evidence.Component::name)
            .filter(name -> !name.isEmpty())
            .toList();
    if (!missing.isEmpty()) {
      missing.stream().limit(MOST_LISTED).forEach(details.putArray("waitsFor")::add);
    }
    if (!goal.later().isEmpty()) {
      goal.later().stream().limit(MOST_LISTED).forEach(details.putArray("notReached")::add);
    }
    Evidence.Trouble trouble = seen.trouble();
    if (trouble != null) {
      ObjectNode shown = details.putObject("trouble");
      shown.put("code", Texts.cut(trouble.code(), 100));
      shown.put("message", Texts.cut(trouble.message(), 1000));
      if (trouble.details() != null && Json.write(trouble.details()).length <= LARGEST_DETAILS) {
        shown.set("details", trouble.details());
      }
    }
    return details;
  }

  private static SwarmState stateOf(RunState run) {
    return switch (run) {
      case PROVISIONED -> SwarmState.READY;
      case RUNNING -> SwarmState.RUNNING;
      case STOPPED -> SwarmState.STOPPED;
      case REMOVED -> SwarmState.REMOVED;
    };
  }
}
