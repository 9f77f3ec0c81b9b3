package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.protocol.Envelope;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Orchestrator of one swarm: a function of its state, an input and the time. */
public final class OrchestratorMachine {

  private final OrchestratorSettings settings;
  private final Ids ids;

  public OrchestratorMachine(OrchestratorSettings settings, Ids ids) {
    this.settings = settings;
    this.ids = ids;
  }

  public OrchestratorStep apply(OrchestratorState state, OrchestratorInput input, Instant now) {
    OrchestratorTurn turn = new OrchestratorTurn(settings, ids, state, now);
    switch (input) {
      case OrchestratorInput.Started() -> turn.started();
      case OrchestratorInput.Desired(Desire desire) -> turn.desired(desire);
      case OrchestratorInput.Undeliverable(var reason) -> turn.undeliverable(reason);
      case OrchestratorInput.Received(var message) -> turn.received(message);
      case OrchestratorInput.Orphaned(var signal) -> turn.orphaned(signal);
      case OrchestratorInput.Delivered(var messageIds) -> turn.delivered(messageIds);
      case OrchestratorInput.Reconnected() -> turn.operations.sendAgain();
      case OrchestratorInput.Tick() -> turn.tick();
    }
    return turn.finish();
  }

  /** Whether a signal may bring a swarm that runs alone into being. */
  public static boolean mayCreate(Envelope.Signal signal) {
    return Adoption.mayCreate(signal);
  }

  /** When the next {@link OrchestratorInput.Tick} is due. */
  public Optional<Instant> nextWake(OrchestratorState state, Instant now) {
    OrchestratorRecord record = state.record();
    Operation operation = record.operation();
    Instant next = null;
    if (operation != null) {
      next = earlier(operation.deadline(), state.nextAttemptAt());
    } else if (record.contradiction() == null && record.setback() != null) {
      next = record.setback().retryAt();
    }
    if (state.observedAt() != null) {
      Instant silent = state.observedAt().plus(settings.silence());
      next = silent.isAfter(now) ? earlier(silent, next) : next;
    }
    if (record.isSpent(Instant.MAX)) {
      Instant last = Instant.MIN;
      for (EndedOperation one : record.ended()) {
        last = one.endedAt().isAfter(last) ? one.endedAt() : last;
      }
      next = earlier(last.plus(settings.retention()).plusSeconds(1), next);
    }
    return Optional.ofNullable(next);
  }

  private static Instant earlier(Instant one, @Nullable Instant other) {
    return other == null || one.isBefore(other) ? one : other;
  }

  /** How the swarm is at this time. */
  public SwarmView view(OrchestratorState state, Instant now) {
    return SwarmView.of(state, settings.silence(), now);
  }
}
