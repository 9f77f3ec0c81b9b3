package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SwarmState;
import java.util.Optional;

/** {@code swarm-remove}: nothing is left, or the error says what is. Always possible. */
final class RemoveCommand implements SwarmCommand {

  @Override
  public Optional<Outcome.Failure> refusal(ControllerTurn turn, Envelope.Signal signal) {
    return Optional.empty();
  }

  @Override
  public Goal goal(ControllerTurn turn, Envelope.Signal signal) {
    return new Goal(
        turn.swarmId,
        SwarmCommand.nextGeneration(turn),
        turn.goal == null ? null : turn.goal.template(),
        RunState.REMOVED);
  }

  @Override
  public SwarmState underway() {
    return SwarmState.REMOVING;
  }

  @Override
  public String phase() {
    return "remove";
  }
}
