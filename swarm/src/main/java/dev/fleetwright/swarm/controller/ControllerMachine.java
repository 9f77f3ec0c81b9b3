package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.Ids;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** The Swarm Controller of one swarm: a function of its state, an input and the time. */
public final class ControllerMachine {

  private final ControllerSettings settings;
  private final Ids ids;

  public ControllerMachine(ControllerSettings settings, Ids ids) {
    this.settings = settings;
    this.ids = ids;
  }

  public ControllerStep apply(ControllerState state, ControllerInput input, Instant now) {
    ControllerTurn turn = new ControllerTurn(settings, ids, state, now);
    switch (input) {
      case ControllerInput.Started() -> turn.started();
      case ControllerInput.Received(var message) -> turn.received(message);
      case ControllerInput.Reported(Evidence evidence) -> turn.reported(evidence);
      case ControllerInput.Polled(String component, ActuatorAnswer answer) ->
          turn.polled(component, answer);
      case ControllerInput.Sought(String component, boolean listens) ->
          turn.updates.sought(component, listens);
      case ControllerInput.Delivered(var messageIds) -> turn.delivered(messageIds);
      case ControllerInput.Reconnected() -> turn.reconnected();
      case ControllerInput.Tick() -> turn.tick();
    }
    return turn.finish();
  }

  /** When the next {@link ControllerInput.Tick} is due. */
  public Optional<Instant> nextWake(ControllerState state) {
    ControllerRecord record = state.record();
    OpenCommand command = record.command();
    ControllerState.Sent sent = state.lastStatus();
    return Stream.of(
            Optional.ofNullable(command).map(OpenCommand::deadline),
            record.configs().stream()
                .map(open -> open.command().deadline())
                .min(Instant::compareTo),
            Optional.ofNullable(sent).map(status -> status.at().plus(settings.statusEvery())),
            Optional.ofNullable(state.nudgeAt()))
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }
}
