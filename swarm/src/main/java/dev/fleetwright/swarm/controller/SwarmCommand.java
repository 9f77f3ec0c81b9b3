package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SwarmState;
import java.util.Optional;

/** One of the commands to a swarm: when it is refused, and what it makes the goal. */
sealed interface SwarmCommand permits TemplateCommand, StartCommand, StopCommand, RemoveCommand {

  /** Why it cannot be carried out at all; nothing has been changed then. */
  Optional<Outcome.Failure> refusal(ControllerTurn turn, Envelope.Signal signal);

  /** The goal that it leads to. The command is reserved under its key already. */
  Goal goal(ControllerTurn turn, Envelope.Signal signal);

  /** The state of the swarm while it is being carried out. */
  SwarmState underway();

  /** Where it is when it fails. */
  String phase();

  /** The generation after the last one. */
  static long nextGeneration(ControllerTurn turn) {
    return turn.goal == null ? 1 : turn.goal.generation() + 1;
  }
}
