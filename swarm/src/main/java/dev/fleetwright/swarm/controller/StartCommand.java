package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SwarmState;
import java.util.Optional;

/** {@code swarm-start}: wave by wave, what feeds others first. What is up already stays up. */
final class StartCommand implements SwarmCommand {

  @Override
  public Optional<Outcome.Failure> refusal(ControllerTurn turn, Envelope.Signal signal) {
    Goal before = turn.goal;
    return before != null && before.run() != RunState.REMOVED
        ? Optional.empty()
        : Optional.of(
            new Outcome.Failure(
                "no-template",
                "the swarm has no template; send swarm-template first",
                "validate",
                true));
  }

  @Override
  public Goal goal(ControllerTurn turn, Envelope.Signal signal) {
    Goal before = turn.goal;
    if (before == null) {
      throw new IllegalStateException("a start without a template is refused");
    }
    return new Goal(
        turn.swarmId,
        SwarmCommand.nextGeneration(turn),
        before.template(),
        RunState.RUNNING,
        Waves.firstToStart(before, turn.waves),
        // Those that are switched off but alive stay alive until their turn.
        before.kept());
  }

  @Override
  public SwarmState underway() {
    return SwarmState.STARTING;
  }

  @Override
  public String phase() {
    return "start";
  }
}
