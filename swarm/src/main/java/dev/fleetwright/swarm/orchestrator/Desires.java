package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.util.Optional;

/** From what a world desires of its swarm to the next command. */
final class Desires {

  private final OrchestratorTurn turn;

  Desires(OrchestratorTurn turn) {
    this.turn = turn;
  }

  /** A new desire clears what stood in the way of the old one. */
  void changeTo(Desire wanted) {
    if (wanted.equals(turn.desire)) {
      return;
    }
    turn.desire = wanted;
    turn.plan = null;
    turn.cluster = null;
    turn.setback = null;
    turn.contradiction = null;
    Operation current = turn.operation;
    if (current != null && !Optional.of(current.command()).equals(nextCommand())) {
      turn.operations.end(
          current,
          new Outcome.Failure(
              "superseded",
              "another state is desired now: " + wanted.run().text(),
              "execute",
              false));
    }
  }

  /** Begins the next command, unless one is under way or something forbids it for now. */
  void advance() {
    if (turn.operation != null || turn.contradiction != null) {
      return;
    }
    Setback last = turn.setback;
    if (last != null && (last.retryAt() == null || turn.now.isBefore(last.retryAt()))) {
      return;
    }
    if (turn.desire != null
        && turn.desire.run() == RunState.REMOVED
        && !turn.provisioned
        && turn.confirmedRun != RunState.REMOVED) {
      turn.finishRemoval();
    }
    nextCommand().ifPresentOrElse(turn.operations::begin, () -> turn.setback = null);
  }

  /** What the desire asks for next, given what is confirmed; nothing when it is reached. */
  Optional<Command> nextCommand() {
    Desire wanted = turn.desire;
    if (wanted == null) {
      return Optional.empty();
    }
    TemplateRef template = wanted.template();
    if (template == null || wanted.run() == RunState.REMOVED) {
      return turn.provisioned && turn.confirmedRun != RunState.REMOVED
          ? Optional.of(Command.of(SignalName.SWARM_REMOVE))
          : Optional.empty();
    }
    if (!turn.controllerUp) {
      return Optional.of(Command.of(SignalName.SWARM_CREATE));
    }
    if (!template.hash().equals(turn.confirmedTemplate)) {
      return Optional.of(new Command(SignalName.SWARM_TEMPLATE, template));
    }
    if (turn.confirmedRun == wanted.run()) {
      return Optional.empty();
    }
    return Optional.of(
        Command.of(
            wanted.run() == RunState.RUNNING ? SignalName.SWARM_START : SignalName.SWARM_STOP));
  }
}
