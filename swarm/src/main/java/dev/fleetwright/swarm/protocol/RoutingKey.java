package dev.fleetwright.swarm.protocol;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.nio.charset.StandardCharsets;

/**
 * Every routing key of the control plane. A value of this type can be printed and parsed back; a
 * text that is none of these is refused with the reason.
 */
public sealed interface RoutingKey {

  /** The longest key that AMQP can carry, in bytes of UTF-8. */
  int LONGEST = 255;

  /** The role of controllers in keys. */
  String CONTROLLER_ROLE = "swarm-controller";

  /** {@code sig.swarm-start.<swarmId>} and its siblings. */
  record SwarmSignal(SignalName signal, String swarmId) implements RoutingKey {
    public SwarmSignal {
      requireSwarmSignal(signal);
      requireNames("sig." + signal.text(), swarmId);
    }

    @Override
    public String text() {
      return "sig." + signal.text() + "." + swarmId;
    }
  }

  /**
   * {@code sig.config-update.<role>.<instance>} and {@code sig.status-request.<role>.<instance>}.
   */
  record ComponentSignal(SignalName signal, String role, String instance) implements RoutingKey {
    public ComponentSignal {
      if (signal.addressesSwarm()) {
        throw new IllegalArgumentException(signal.text() + " addresses a swarm");
      }
      requireNames("sig." + signal.text(), role, instance);
    }

    @Override
    public String text() {
      return "sig." + signal.text() + "." + role + "." + instance;
    }
  }

  /** {@code ev.ready.swarm-start.<swarmId>} and its siblings; creation has a milestone instead. */
  record SwarmReady(SignalName signal, String swarmId) implements RoutingKey {
    public SwarmReady {
      requireSwarmSignal(signal);
      if (signal == SignalName.SWARM_CREATE) {
        throw new IllegalArgumentException("the success of swarm-create is ev.swarm-created");
      }
      requireNames("ev.ready." + signal.text(), swarmId);
    }

    @Override
    public String text() {
      return "ev.ready." + signal.text() + "." + swarmId;
    }
  }

  /** {@code ev.error.swarm-start.<swarmId>} and its siblings. */
  record SwarmError(SignalName signal, String swarmId) implements RoutingKey {
    public SwarmError {
      requireSwarmSignal(signal);
      requireNames("ev.error." + signal.text(), swarmId);
    }

    @Override
    public String text() {
      return "ev.error." + signal.text() + "." + swarmId;
    }
  }

  /** {@code ev.ready.config-update.<role>.<instance>}. */
  record ConfigReady(String role, String instance) implements RoutingKey {
    public ConfigReady {
      requireNames("ev.ready.config-update", role, instance);
    }

    @Override
    public String text() {
      return "ev.ready.config-update." + role + "." + instance;
    }
  }

  /** {@code ev.error.config-update.<role>.<instance>}. */
  record ConfigError(String role, String instance) implements RoutingKey {
    public ConfigError {
      requireNames("ev.error.config-update", role, instance);
    }

    @Override
    public String text() {
      return "ev.error.config-update." + role + "." + instance;
    }
  }

  /** {@code ev.swarm-created.<swarmId>}. */
  record SwarmCreated(String swarmId) implements RoutingKey {
    public SwarmCreated {
      requireNames("ev.swarm-created", swarmId);
    }

    @Override
    public String text() {
      return "ev.swarm-created." + swarmId;
    }
  }

  /** {@code ev.ready.swarm-controller.<instance>}: a controller's control plane is up. */
  record ControllerReady(String instance) implements RoutingKey {
    public ControllerReady {
      requireNames("ev.ready." + CONTROLLER_ROLE, instance);
    }

    @Override
    public String text() {
      return "ev.ready." + CONTROLLER_ROLE + "." + instance;
    }
  }

  /** {@code ev.status-full.<role>.<instance>} and {@code ev.status-delta.<role>.<instance>}. */
  record Status(StatusKind kind, String role, String instance) implements RoutingKey {
    public Status {
      requireNames("ev." + kind.text(), role, instance);
    }

    /** Whether it is the aggregate of a swarm rather than the status of one component. */
    public boolean isAggregate() {
      return role.equals(CONTROLLER_ROLE);
    }

    @Override
    public String text() {
      return "ev." + kind.text() + "." + role + "." + instance;
    }
  }

  /** As it goes over the wire. */
  String text();

  static Checked<RoutingKey> parse(String text) {
    return RoutingKeyParser.parse(text);
  }

  private static void requireSwarmSignal(SignalName signal) {
    if (!signal.addressesSwarm()) {
      throw new IllegalArgumentException(signal.text() + " addresses an instance of a role");
    }
  }

  private static void requireNames(String fixed, String... names) {
    int bytes = fixed.length();
    for (String name : names) {
      KeySegment.problem(name)
          .map(Problem::message)
          .ifPresent(message -> {
            throw new IllegalArgumentException(message);
          });
      bytes += 1 + name.getBytes(StandardCharsets.UTF_8).length;
    }
    if (bytes > LONGEST) {
      throw new IllegalArgumentException(
          "the routing key has " + bytes + " bytes; at most " + LONGEST + " can be sent");
    }
  }
}
