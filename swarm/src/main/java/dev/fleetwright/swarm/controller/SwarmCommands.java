package dev.fleetwright.swarm.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.CommandKey;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SignalName;
import java.util.Optional;

/** Commands to the swarm: each key is executed once, and one at a time. */
final class SwarmCommands {

  private final ControllerTurn turn;

  SwarmCommands(ControllerTurn turn) {
    this.turn = turn;
  }

  static SwarmCommand of(SignalName signal) {
    return switch (signal) {
      case SWARM_TEMPLATE -> new TemplateCommand();
      case SWARM_START -> new StartCommand();
      case SWARM_STOP -> new StopCommand();
      case SWARM_REMOVE -> new RemoveCommand();
      case SWARM_CREATE, CONFIG_UPDATE, STATUS_REQUEST ->
          throw new IllegalArgumentException(signal.text() + " is no command to a swarm here");
    };
  }

  void received(Envelope.Signal signal) {
    CommandKey key = CommandKey.of(signal);
    if (!turn.confirmations.isDuplicate(key, signal, Optional.ofNullable(turn.command))) {
      accept(signal, key);
    }
  }

  /** Reserves the key before anything is done: from here on the command ends exactly once. */
  private void accept(Envelope.Signal signal, CommandKey key) {
    if (turn.confirmations.isFull(signal, key)) {
      return;
    }
    OpenCommand opened =
        new OpenCommand(
            key,
            Json.digest(signal.args()),
            signal.correlationId(),
            turn.now,
            turn.now.plus(turn.settings.timeFor(signal.signal())),
            sequenceOf(signal).orElse(null));
    SwarmCommand command = of(signal.signal());
    Optional<Outcome.Failure> refusal = stale(signal).or(() -> command.refusal(turn, signal));
    if (refusal.isPresent()) {
      turn.confirmations.remember(opened, refusal.get(), signal.correlationId());
      return;
    }
    if (turn.command != null) {
      turn.confirmations.end(superseded(signal));
    }
    turn.attempts.put(key, signal.correlationId());
    turn.command = opened;
    turn.offByPeople.clear();
    turn.sequence = sequenceOf(signal).orElse(turn.sequence);
    turn.pursue(command.goal(turn, signal));
    turn.lifecycle = command.underway();
  }

  private Optional<Outcome.Failure> stale(Envelope.Signal signal) {
    Optional<Long> sequence = sequenceOf(signal);
    if (sequence.isEmpty() || sequence.get() > turn.sequence) {
      return Optional.empty();
    }
    ObjectNode details =
        JsonNodeFactory.instance.objectNode().put("highestSequence", turn.sequence);
    return Optional.of(
        new Outcome.Failure(
            "stale-command",
            "a newer command for this swarm was accepted before",
            "validate",
            true,
            details,
            null));
  }

  private static Outcome.Failure superseded(Envelope.Signal by) {
    ObjectNode details =
        JsonNodeFactory.instance
            .objectNode()
            .put("signal", by.signal().text())
            .put("idempotencyKey", by.idempotencyKey());
    return new Outcome.Failure(
        "superseded",
        "a newer command, " + by.signal().text() + ", took its place",
        "execute",
        false,
        details,
        null);
  }

  private static Optional<Long> sequenceOf(Envelope.Signal signal) {
    JsonNode sequence = signal.args() == null ? null : signal.args().get("sequence");
    return sequence == null ? Optional.empty() : Optional.of(sequence.asLong());
  }
}
