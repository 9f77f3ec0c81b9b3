package dev.fleetwright.swarm.controller;

import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.protocol.Message;
import java.util.List;

/** What is to be done after the record was saved. */
public sealed interface ControllerEffect {

  /** Send once; when it is lost, the protocol makes up for it. */
  record Send(Message message) implements ControllerEffect {}

  /** Send until the broker has it; it is in the stored outbox. */
  record Post(Outgoing outgoing) implements ControllerEffect {}

  /** Tell the agent what to make true. */
  record Pursue(Goal goal) implements ControllerEffect {}

  /** Ask the Actuator of a component and say what it answered, also when there is none. */
  record Poll(String component) implements ControllerEffect {}

  /** Find out whether anybody takes signals for a component that was never heard, and say so. */
  record Seek(Member member) implements ControllerEffect {}

  /** From now on these are the components whose status concerns this controller. */
  record Listen(List<Member> members) implements ControllerEffect {
    public Listen {
      members = List.copyOf(members);
    }
  }

  /** A command has got its one outcome. */
  record Ended(EndedCommand command) implements ControllerEffect {}

  /** The message is valid and not for this controller: show it. */
  record Refuse(Message message, Problem reason) implements ControllerEffect {}
}
