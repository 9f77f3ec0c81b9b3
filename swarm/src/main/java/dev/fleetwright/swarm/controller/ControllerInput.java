package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.protocol.Message;
import java.util.Set;

/** What can happen to a controller. */
public sealed interface ControllerInput {

  /** It has been started or restarted, with what was stored. */
  record Started() implements ControllerInput {}

  record Received(Message message) implements ControllerInput {}

  record Reported(Evidence evidence) implements ControllerInput {}

  /** The Actuator of a component was asked. */
  record Polled(String component, ActuatorAnswer answer) implements ControllerInput {}

  /**
   * It was looked whether a component takes signals.
   *
   * @param listens false when there is no queue for it, so that nothing sent to it arrives
   */
  record Sought(String component, boolean listens) implements ControllerInput {}

  /** The broker has these messages of the outbox. */
  record Delivered(Set<String> messageIds) implements ControllerInput {
    public Delivered {
      messageIds = Set.copyOf(messageIds);
    }
  }

  /** There is a connection to the broker again; it may have lost what it had. */
  record Reconnected() implements ControllerInput {}

  /** Time has passed. */
  record Tick() implements ControllerInput {}
}
