package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.Ids;
import dev.fleetwright.swarm.protocol.Envelope;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

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
    Optional<Operation> operation = Optional.ofNullable(record.operation());
    return Stream.of(
            operation.map(Operation::deadline),
            operation.flatMap(_ -> Optional.ofNullable(state.nextAttemptAt())),
            operation.isPresent() || record.contradiction() != null
                ? Optional.<Instant>empty()
                : Optional.ofNullable(record.setback())
                    .flatMap(setback -> Optional.ofNullable(setback.retryAt())),
            Optional.ofNullable(state.observedAt())
                .map(at -> at.plus(settings.silence()))
                .filter(at -> at.isAfter(now)),
            record.isSpent(Instant.MAX)
                ? record.ended().stream()
                    .map(one -> one.endedAt().plus(settings.retention()).plusSeconds(1))
                    .max(Instant::compareTo)
                : Optional.<Instant>empty())
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  /** How the swarm is at this time. */
  public SwarmView view(OrchestratorState state, Instant now) {
    return SwarmView.of(state, settings.silence(), now);
  }
}
