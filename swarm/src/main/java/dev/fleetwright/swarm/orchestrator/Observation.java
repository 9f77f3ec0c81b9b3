package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is heard of a swarm without having been asked for: its aggregates, others' commands. */
final class Observation {

  /** One that is older by more than this comes from a clock that was set. */
  private static final Duration LONGEST_DETOUR = Duration.ofMinutes(2);

  private final OrchestratorTurn turn;

  Observation(OrchestratorTurn turn) {
    this.turn = turn;
  }

  /** An aggregate that was overtaken by a later one of the same controller says nothing new. */
  void observed(Envelope.Aggregate aggregate) {
    Envelope.Aggregate last = turn.observed;
    boolean overtaken =
        last != null
            && aggregate.ts().isBefore(last.ts())
            && aggregate.ts().isAfter(last.ts().minus(LONGEST_DETOUR));
    if (overtaken) {
      return;
    }
    turn.observed = aggregate;
    turn.observedAt = turn.now;
    controllerSeen(aggregate.state(), aggregate.correlationId());
    if (turn.contradiction != null && agrees(aggregate)) {
      turn.contradiction = null;
      turn.setback = null;
      turn.confirmedRun = turn.desire == null ? turn.confirmedRun : turn.desire.run();
      turn.confirmedTemplate = aggregate.templateHash();
    }
  }

  /**
   * A sign of life ends the creation. A controller that knows of no template although one was
   * confirmed has lost its memory, or the message is old: it is asked, and the answer counts.
   */
  void controllerSeen(@Nullable SwarmState state, @Nullable String correlationId) {
    Operation current = turn.operation;
    if (current != null && current.command().signal() == SignalName.SWARM_CREATE) {
      turn.operations.end(current, new Outcome.Success(state));
      return;
    }
    boolean forgot =
        state == SwarmState.NEW
            && current == null
            && turn.confirmedRun != RunState.REMOVED
            && turn.confirmedTemplate != null;
    if (!forgot) {
      return;
    }
    if (turn.probe != null && turn.probe.equals(correlationId)) {
      turn.probe = null;
      turn.confirmedTemplate = null;
      turn.confirmedRun = null;
    } else if (correlationId == null) {
      turn.operations.askForStatus();
    }
  }

  private boolean agrees(Envelope.Aggregate aggregate) {
    Desire wanted = turn.desire;
    TemplateRef template = wanted == null ? null : wanted.template();
    return wanted != null
        && template != null
        && template.hash().equals(aggregate.templateHash())
        && aggregate.state().text().equals(wanted.run().text());
  }

  /** Our own signals come back to us; those of others are noted when they go against the desire. */
  void signalSeen(Envelope.Signal signal) {
    String key = signal.idempotencyKey();
    boolean own =
        (turn.operation != null && turn.operation.idempotencyKey().equals(key))
            || turn.ended.stream().anyMatch(e -> e.operation().idempotencyKey().equals(key));
    if (own) {
      return;
    }
    if (signal.signal() == SignalName.SWARM_CREATE) {
      answerForeignCreate(signal);
    } else if (contradicts(signal)) {
      turn.contradiction =
          new Contradiction(
              signal.signal(),
              signal.correlationId(),
              key,
              turn.now,
              signal.signal().text()
                  + " was sent by somebody else and is against the desired state "
                  + (turn.desire == null ? "" : turn.desire.run().text()));
    }
  }

  private boolean contradicts(Envelope.Signal signal) {
    Desire wanted = turn.desire;
    if (wanted == null) {
      return false;
    }
    return switch (signal.signal()) {
      case SWARM_START -> wanted.run() != RunState.RUNNING;
      case SWARM_STOP -> wanted.run() != RunState.STOPPED;
      case SWARM_REMOVE -> wanted.run() != RunState.REMOVED;
      case SWARM_TEMPLATE ->
          !Objects.equals(
              TemplateRef.fromArgs(signal.args()).map(TemplateRef::hash).orElse(null),
              wanted.template() == null ? null : wanted.template().hash());
      case SWARM_CREATE, CONFIG_UPDATE, STATUS_REQUEST -> false;
    };
  }

  /** The desired state is the only truth: creating by signal alone is answered with that. */
  private void answerForeignCreate(Envelope.Signal signal) {
    boolean wanted = turn.desire != null && turn.desire.run() != RunState.REMOVED;
    if (wanted && turn.controllerUp) {
      turn.announcements.created(signal.correlationId(), signal.idempotencyKey());
    } else {
      turn.announcements.notCreated(
          signal.correlationId(),
          signal.idempotencyKey(),
          new Outcome.Failure(
              wanted ? "not-created-yet" : "not-desired",
              wanted
                  ? "the swarm is being created"
                  : "nothing desires this swarm; set its desired state, or send a plan",
              "validate",
              wanted));
    }
  }
}
