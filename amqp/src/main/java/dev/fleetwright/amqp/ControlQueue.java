package dev.fleetwright.amqp;

import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.StatusKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * A queue {@code ph.control.<role>.<instance>} and the keys it is bound to.
 *
 * @param lasting durable, and there while nobody consumes it; else it goes with its connection
 */
public record ControlQueue(String role, String instance, List<String> bindings, boolean lasting) {

  private static final int LONGEST_NAME = 255;

  public ControlQueue {
    bindings = List.copyOf(bindings);
    // Both go by the same grammar as in keys.
    if (new RoutingKey.Status(StatusKind.FULL, role, instance).text().isEmpty()
        || name(role, instance).getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      throw new IllegalArgumentException("the instance is too long for a queue's name");
    }
  }

  public ControlQueue(Actor role, String instance, List<String> bindings) {
    this(role.text(), instance, bindings, true);
  }

  public String name() {
    return name(role, instance);
  }

  private static String name(String role, String instance) {
    return Topology.CONTROL_EXCHANGE + "." + role + "." + instance;
  }

  /** Confirmations, milestones and aggregates of all swarms, and everybody's commands to them. */
  public static ControlQueue orchestrator(String instance) {
    return new ControlQueue(
        Actor.ORCHESTRATOR,
        instance,
        List.of(
            "ev.ready.#",
            "ev.error.#",
            "ev.swarm-created.*",
            "ev.status-full.swarm-controller.*",
            "ev.status-delta.swarm-controller.*",
            "sig.swarm-create.*",
            "sig.swarm-template.*",
            "sig.swarm-start.*",
            "sig.swarm-stop.*",
            "sig.swarm-remove.*"));
  }

  /** The commands for one swarm. */
  public static ControlQueue controller(String swarmId) {
    Stream<RoutingKey> commands =
        Stream.of(
                SignalName.SWARM_TEMPLATE,
                SignalName.SWARM_START,
                SignalName.SWARM_STOP,
                SignalName.SWARM_REMOVE)
            .map(signal -> new RoutingKey.SwarmSignal(signal, swarmId));
    Stream<RoutingKey> own =
        Stream.of(SignalName.CONFIG_UPDATE, SignalName.STATUS_REQUEST)
            .map(signal ->
                new RoutingKey.ComponentSignal(signal, RoutingKey.CONTROLLER_ROLE, swarmId));
    return new ControlQueue(
        Actor.SWARM_CONTROLLER,
        swarmId,
        Stream.concat(commands, own).map(RoutingKey::text).toList());
  }

  /** What is meant for one component. */
  public static ControlQueue component(String role, String instance) {
    return new ControlQueue(
        role,
        instance,
        Stream.of(SignalName.CONFIG_UPDATE, SignalName.STATUS_REQUEST)
            .map(signal -> new RoutingKey.ComponentSignal(signal, role, instance).text())
            .toList(),
        true);
  }

  /** Everything, for those who keep watching over restarts. */
  public static ControlQueue observer(String instance) {
    return new ControlQueue(Actor.OBSERVER, instance, List.of("#"));
  }

  /** For people who watch for a while: nothing collects when they have gone. */
  public static ControlQueue visitor(String instance, List<String> bindings) {
    return new ControlQueue(Actor.OBSERVER.text(), instance, bindings, false);
  }
}
