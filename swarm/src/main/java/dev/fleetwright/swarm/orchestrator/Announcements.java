package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.SwarmState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the orchestrator says itself: how a creation ended, that a swarm is not there, and how the
 * commands ended of one that is gone. Kept until the broker has it.
 */
final class Announcements {

  private final OrchestratorTurn turn;

  Announcements(OrchestratorTurn turn) {
    this.turn = turn;
  }

  void created(String correlationId, String idempotencyKey) {
    String messageId = turn.ids.next();
    post(
        messageId,
        new RoutingKey.SwarmCreated(turn.swarmId),
        new Envelope.Milestone(
            turn.swarmId, SwarmState.NEW, correlationId, idempotencyKey, messageId, turn.now));
  }

  void notCreated(String correlationId, String idempotencyKey, Outcome.Failure failure) {
    refused(SignalName.SWARM_CREATE, correlationId, idempotencyKey, failure);
  }

  /** The error of a command that no controller answers. */
  void refused(
      SignalName signal, String correlationId, String idempotencyKey, Outcome.Failure failure) {
    confirm(signal, correlationId, idempotencyKey, failure, null);
  }

  /**
   * The outcome of a command whose controller is gone, for another attempt of it. What the
   * controller itself has said counts, also when it came late.
   */
  void replayed(EndedOperation done, String correlationId) {
    Operation ended = done.operation();
    Outcome late = done.late();
    confirm(
        ended.command().signal(),
        correlationId,
        ended.idempotencyKey(),
        late == null ? done.outcome() : late,
        ended.correlationId());
  }

  private void confirm(
      SignalName signal,
      String correlationId,
      String idempotencyKey,
      Outcome outcome,
      @Nullable String originalCorrelationId) {
    String messageId = turn.ids.next();
    post(
        messageId,
        outcome.succeeded()
            ? new RoutingKey.SwarmReady(signal, turn.swarmId)
            : new RoutingKey.SwarmError(signal, turn.swarmId),
        new Envelope.Confirmation(
            signal,
            Scope.swarm(turn.swarmId),
            outcome,
            correlationId,
            idempotencyKey,
            turn.now,
            messageId,
            originalCorrelationId));
  }

  private void post(String messageId, RoutingKey key, Envelope body) {
    Outgoing outgoing = new Outgoing(messageId, new Message(key, body));
    List<Outgoing> all = new ArrayList<>(turn.outbox);
    all.add(outgoing);
    turn.outbox = List.copyOf(all);
    turn.effects.add(new OrchestratorEffect.Post(outgoing));
  }
}
