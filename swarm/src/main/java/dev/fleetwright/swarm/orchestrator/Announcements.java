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

/**
 * What the orchestrator says itself: how a creation ended, and that a swarm is not there. Kept
 * until the broker has it.
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
    String messageId = turn.ids.next();
    post(
        messageId,
        new RoutingKey.SwarmError(signal, turn.swarmId),
        new Envelope.Confirmation(
            signal,
            Scope.swarm(turn.swarmId),
            failure,
            correlationId,
            idempotencyKey,
            turn.now,
            messageId,
            null));
  }

  private void post(String messageId, RoutingKey key, Envelope body) {
    Outgoing outgoing = new Outgoing(messageId, new Message(key, body));
    List<Outgoing> all = new ArrayList<>(turn.outbox);
    all.add(outgoing);
    turn.outbox = List.copyOf(all);
    turn.effects.add(new OrchestratorEffect.Post(outgoing));
  }
}
