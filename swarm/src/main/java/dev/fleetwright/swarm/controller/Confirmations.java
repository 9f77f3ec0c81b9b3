package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.CommandKey;
import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The one outcome of each command: stored, then confirmed, and replayed for duplicates. */
final class Confirmations {

  private final ControllerTurn turn;

  Confirmations(ControllerTurn turn) {
    this.turn = turn;
  }

  /** Answers what was seen before: nothing is executed for it again. */
  boolean isDuplicate(CommandKey key, Envelope.Signal signal, Optional<OpenCommand> underway) {
    String digest = Json.digest(signal.args());
    Optional<OpenCommand> open = underway.filter(command -> command.key().equals(key));
    if (open.isPresent()) {
      if (open.get().argsDigest().equals(digest)) {
        turn.attempts.put(key, signal.correlationId());
      } else {
        conflict(key, signal, open.get().correlationId());
      }
      return true;
    }
    Optional<EndedCommand> ended =
        turn.ended.stream().filter(command -> command.key().equals(key)).findFirst();
    if (ended.isPresent()) {
      if (ended.get().argsDigest().equals(digest)) {
        answer(key, signal.correlationId(), ended.get().outcome(), ended.get().correlationId());
      } else {
        conflict(key, signal, ended.get().correlationId());
      }
      return true;
    }
    return false;
  }

  private void conflict(CommandKey key, Envelope.Signal signal, String original) {
    answer(
        key,
        signal.correlationId(),
        new Outcome.Failure(
            "idempotency-conflict",
            "this idempotencyKey was used before with other args",
            "validate",
            false),
        original);
  }

  /**
   * A key that could not be remembered would be executed twice, so it is not taken. Numbered ones
   * would not: what comes back of them is stale. So a swarm that is changed all day goes on.
   */
  boolean isFull(Envelope.Signal signal, CommandKey key) {
    Instant oldest = turn.now.minus(turn.settings.retention());
    turn.ended.removeIf(command -> command.endedAt().isBefore(oldest));
    if (hasRoom() || forgetsNumbered()) {
      return false;
    }
    answer(
        key,
        signal.correlationId(),
        new Outcome.Failure(
            "too-many-commands",
            "this swarm has had "
                + turn.settings.mostEnded()
                + " commands within the retention time",
            "validate",
            true),
        null);
    return true;
  }

  private boolean hasRoom() {
    return turn.ended.size() + turn.configs.size() < turn.settings.mostEnded();
  }

  private boolean forgetsNumbered() {
    Optional<EndedCommand> first =
        turn.ended.stream()
            .filter(command -> command.sequence() != null && command.sequence() < turn.sequence)
            .findFirst();
    first.ifPresent(turn.ended::remove);
    return first.isPresent() && hasRoom();
  }

  /** Ends the open command. */
  void end(Outcome outcome) {
    OpenCommand command = turn.command;
    if (command != null) {
      turn.command = null;
      end(command, outcome);
    }
  }

  /** Ends a command that the caller has taken from where it was open. */
  void end(OpenCommand command, Outcome outcome) {
    String latest = turn.attempts.remove(command.key());
    remember(command, outcome, latest == null ? command.correlationId() : latest);
  }

  void remember(OpenCommand command, Outcome outcome, String answeredAttempt) {
    EndedCommand done =
        new EndedCommand(
            command.key(),
            command.argsDigest(),
            command.correlationId(),
            outcome,
            turn.now,
            command.sequence());
    turn.ended.add(done);
    String messageId = turn.ids.next();
    String original =
        answeredAttempt.equals(command.correlationId()) ? null : command.correlationId();
    Outgoing outgoing =
        new Outgoing(
            messageId, message(command.key(), answeredAttempt, outcome, original, messageId));
    turn.outbox.add(outgoing);
    turn.effects.add(new ControllerEffect.Post(outgoing));
    turn.effects.add(new ControllerEffect.Ended(done));
  }

  /** An answer that is not kept: when it is lost, the sender asks again. */
  void answer(CommandKey key, String correlationId, Outcome outcome, @Nullable String original) {
    turn.effects.add(
        new ControllerEffect.Send(message(key, correlationId, outcome, original, turn.ids.next())));
  }

  private Message message(
      CommandKey key,
      String correlationId,
      Outcome outcome,
      @Nullable String original,
      String messageId) {
    return new Message(
        routingKey(key, outcome),
        new Envelope.Confirmation(
            key.signal(),
            key.scope(),
            outcome,
            correlationId,
            key.idempotencyKey(),
            turn.now,
            messageId,
            original));
  }

  private RoutingKey routingKey(CommandKey key, Outcome outcome) {
    Scope scope = key.scope();
    if (key.signal() != SignalName.CONFIG_UPDATE) {
      return outcome.succeeded()
          ? new RoutingKey.SwarmReady(key.signal(), turn.swarmId)
          : new RoutingKey.SwarmError(key.signal(), turn.swarmId);
    }
    String role = scope.role();
    String instance = scope.instance();
    if (role == null || instance == null) {
      throw new IllegalStateException("a config-update is for a component");
    }
    return outcome.succeeded()
        ? new RoutingKey.ConfigReady(role, instance)
        : new RoutingKey.ConfigError(role, instance);
  }
}
