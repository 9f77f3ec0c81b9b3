package dev.fleetwright.swarm.orchestrator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The one command that is under way: sent until it has its one outcome. */
final class Operations {

  private final OrchestratorTurn turn;

  Operations(OrchestratorTurn turn) {
    this.turn = turn;
  }

  void begin(Command command) {
    doubt(command.signal());
    turn.sequence++;
    Operation begun =
        new Operation(
            command,
            turn.sequence,
            turn.ids.next(),
            turn.ids.next(),
            turn.now,
            turn.now.plus(turn.settings.timeFor(command.signal())),
            false,
            null);
    turn.operation = begun;
    turn.attempts = 0;
    attempt(begun);
  }

  /** What was confirmed is in doubt while a command may change it. */
  void doubt(SignalName signal) {
    switch (signal) {
      case SWARM_TEMPLATE -> {
        turn.confirmedTemplate = null;
        turn.provisioned = true;
        if (turn.confirmedRun == RunState.REMOVED) {
          turn.confirmedRun = null;
        }
      }
      case SWARM_START, SWARM_STOP, SWARM_REMOVE -> turn.confirmedRun = null;
      case SWARM_CREATE, CONFIG_UPDATE, STATUS_REQUEST -> {}
    }
  }

  /** Sends the command; the first attempt has the stored correlationId, later ones a new one. */
  private void attempt(Operation current) {
    turn.attempts++;
    turn.nextAttemptAt = turn.now.plus(turn.settings.resendAfter(turn.attempts));
    SignalName signal = current.command().signal();
    boolean create = signal == SignalName.SWARM_CREATE;
    if (create && current.adopted()) {
      // It is ours to carry out; nobody else waits for the signal.
      turn.adoption.deliver();
      askForStatus();
      return;
    }
    if (create) {
      turn.effects.add(new OrchestratorEffect.EnsureController(turn.swarmId));
      askForStatus();
    }
    String correlationId = turn.attempts == 1 ? current.correlationId() : turn.ids.next();
    turn.effects.add(
        new OrchestratorEffect.Send(
            new Message(
                new RoutingKey.SwarmSignal(signal, turn.swarmId),
                new Envelope.Signal(
                    signal,
                    Scope.swarm(turn.swarmId),
                    correlationId,
                    current.idempotencyKey(),
                    turn.ids.next(),
                    turn.now,
                    current.adopted()
                        ? current.args()
                        : current.command().args(current.sequence())))));
  }

  void askForStatus() {
    String correlationId = turn.ids.next();
    turn.probe = correlationId;
    turn.effects.add(
        new OrchestratorEffect.Send(
            new Message(
                new RoutingKey.ComponentSignal(
                    SignalName.STATUS_REQUEST, RoutingKey.CONTROLLER_ROLE, turn.swarmId),
                new Envelope.Signal(
                    SignalName.STATUS_REQUEST,
                    new Scope(turn.swarmId, RoutingKey.CONTROLLER_ROLE, turn.swarmId),
                    correlationId,
                    turn.ids.next(),
                    turn.ids.next(),
                    turn.now,
                    null))));
  }

  void tick() {
    Operation current = turn.operation;
    if (current == null) {
      return;
    }
    SignalName signal = current.command().signal();
    if (!turn.now.isBefore(current.deadline())) {
      end(
          current,
          new Outcome.Failure(
              "no-confirmation",
              signal.text()
                  + " was not confirmed within "
                  + turn.settings.timeFor(signal).toSeconds()
                  + " s",
              "deliver",
              true));
    } else if (turn.nextAttemptAt == null || !turn.now.isBefore(turn.nextAttemptAt)) {
      attempt(current);
    }
  }

  /** What was sent may be lost, and whoever takes it is there now: no reason to wait. */
  void sendAgain() {
    if (turn.operation != null) {
      // The attempts before it say nothing about how soon this one is answered.
      turn.attempts = 1;
      turn.nextAttemptAt = turn.now;
      tick();
    }
  }

  /** Only the answer to this very command ends it: same swarm, same signal, same key. */
  void confirmed(Envelope.Confirmation confirmation) {
    Operation current = turn.operation;
    if (current != null
        && turn.swarmId.equals(confirmation.scope().swarmId())
        && current.command().signal() == confirmation.signal()
        && current.command().signal() != SignalName.SWARM_CREATE
        && current.idempotencyKey().equals(confirmation.idempotencyKey())) {
      end(current, confirmation.outcome());
      return;
    }
    turn.ended =
        turn.ended.stream()
            .map(done ->
                isLateFor(done, confirmation) ? done.withLate(confirmation.outcome()) : done)
            .toList();
  }

  private static boolean isLateFor(EndedOperation done, Envelope.Confirmation confirmation) {
    return done.late() == null
        && done.operation().command().signal() == confirmation.signal()
        && done.operation().idempotencyKey().equals(confirmation.idempotencyKey())
        && !done.outcome().equals(confirmation.outcome());
  }

  void end(Operation current, Outcome outcome) {
    turn.operation = null;
    turn.attempts = 0;
    turn.nextAttemptAt = null;
    EndedOperation done = new EndedOperation(current, outcome, turn.now, null);
    remember(done);
    turn.effects.add(new OrchestratorEffect.Ended(turn.swarmId, done));
    switch (outcome) {
      case Outcome.Success _ -> succeeded(current);
      case Outcome.Failure failure -> failed(current, failure);
    }
    turn.answering = null;
  }

  /** Ends a command that never began, and leaves what is under way alone. */
  void refuse(Operation refused, Outcome.Failure failure) {
    EndedOperation done = new EndedOperation(refused, failure, turn.now, null);
    remember(done);
    turn.effects.add(new OrchestratorEffect.Ended(turn.swarmId, done));
    turn.announcements.refused(
        refused.command().signal(), refused.correlationId(), refused.idempotencyKey(), failure);
  }

  private void remember(EndedOperation done) {
    List<EndedOperation> kept = new ArrayList<>(turn.ended);
    kept.add(done);
    kept.removeIf(one -> one.endedAt().isBefore(turn.now.minus(turn.settings.retention())));
    turn.ended =
        List.copyOf(
            kept.subList(Math.max(0, kept.size() - turn.settings.mostEnded()), kept.size()));
  }

  private String answered(Operation current) {
    return turn.answering == null ? current.correlationId() : turn.answering;
  }

  private void succeeded(Operation current) {
    turn.setback = null;
    switch (current.command().signal()) {
      case SWARM_CREATE -> {
        turn.controllerUp = true;
        if (turn.confirmedRun == RunState.REMOVED && current.adopted()) {
          turn.confirmedRun = null;
        }
        turn.announcements.created(answered(current), current.idempotencyKey());
      }
      case SWARM_TEMPLATE -> {
        TemplateRef template = current.command().template();
        turn.confirmedTemplate = template == null ? null : template.hash();
      }
      case SWARM_START -> turn.confirmedRun = RunState.RUNNING;
      case SWARM_STOP -> turn.confirmedRun = RunState.STOPPED;
      case SWARM_REMOVE -> turn.finishRemoval();
      case CONFIG_UPDATE, STATUS_REQUEST -> {}
    }
  }

  private void failed(Operation current, Outcome.Failure failure) {
    if (current.command().signal() == SignalName.SWARM_CREATE) {
      turn.announcements.notCreated(answered(current), current.idempotencyKey(), failure);
    }
    if (current.adopted()) {
      // Whoever sent it decides what is next.
      return;
    }
    JsonNode highest = failure.details() == null ? null : failure.details().get("highestSequence");
    if (highest != null && highest.canConvertToLong()) {
      turn.sequence = Math.max(turn.sequence, highest.asLong());
    }
    if (failure.code().equals("superseded") && !isStillWanted(current)) {
      return;
    }
    if (failure.code().equals("no-template")) {
      turn.confirmedTemplate = null;
    }
    int failures = turn.setback == null ? 1 : turn.setback.failures() + 1;
    turn.setback =
        new Setback(
            current.command().signal(),
            failure.code(),
            failure.message(),
            failures,
            failure.mayRetry() ? turn.now.plus(turn.settings.retryAfter(failures)) : null);
  }

  private boolean isStillWanted(Operation current) {
    return Optional.of(current.command()).equals(turn.desires.nextCommand());
  }
}
