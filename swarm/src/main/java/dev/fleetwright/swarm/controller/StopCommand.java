package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SwarmState;
import java.util.Optional;

/**
 * {@code swarm-stop}: wave by wave, consumers first. Resources stay; components that speak are
 * switched off and stay alive, the workload of the others is scaled to nothing.
 */
final class StopCommand implements SwarmCommand {

  @Override
  public Optional<Outcome.Failure> refusal(ControllerTurn turn, Envelope.Signal signal) {
    return new StartCommand().refusal(turn, signal);
  }

  @Override
  public Goal goal(ControllerTurn turn, Envelope.Signal signal) {
    Goal before = turn.goal;
    if (before == null) {
      throw new IllegalStateException("a stop without a template is refused");
    }
    return new Goal(
        turn.swarmId,
        SwarmCommand.nextGeneration(turn),
        before.template(),
        RunState.STOPPED,
        Waves.firstToStop(before, turn.waves),
        turn.speakers);
  }

  @Override
  public SwarmState underway() {
    return SwarmState.STOPPING;
  }

  @Override
  public String phase() {
    return "stop";
  }
}
