package dev.fleetwright.amqp;

import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.SignalName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** A durable queue {@code ph.control.<role>.<instance>} and the keys it is bound to. */
public record ControlQueue(Actor role, String instance, List<String> bindings) {

  public ControlQueue {
    bindings = List.copyOf(bindings);
    // The instance goes by the same grammar as in keys.
    if (new RoutingKey.ControllerReady(instance).text().isEmpty()
        || name(role, instance).getBytes(StandardCharsets.UTF_8).length > 255) {
      throw new IllegalArgumentException("the instance is too long for a queue's name");
    }
  }

  public String name() {
    return name(role, instance);
  }

  private static String name(Actor role, String instance) {
    return Topology.CONTROL_EXCHANGE + "." + role.text() + "." + instance;
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

  /** Everything, for people who watch. */
  public static ControlQueue observer(String instance) {
    return new ControlQueue(Actor.OBSERVER, instance, List.of("#"));
  }
}
