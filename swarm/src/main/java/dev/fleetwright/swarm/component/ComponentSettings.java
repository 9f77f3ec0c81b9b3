package dev.fleetwright.swarm.component;

import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Who a component is, and its times.
 *
 * @param swarmId the swarm it belongs to; null for one that belongs to none
 * @param heartbeat a delta comes at least so often even without a change; zero for never
 * @param retention how long keys of settings are remembered
 * @param mostKeys how many keys are remembered at most
 */
public record ComponentSettings(
    String role,
    String instance,
    @Nullable String swarmId,
    Duration heartbeat,
    Duration retention,
    int mostKeys) {

  public ComponentSettings {
    // Fails here for names that no key can carry.
    new RoutingKey.ComponentSignal(SignalName.STATUS_REQUEST, role, instance);
    if (role.equals(RoutingKey.CONTROLLER_ROLE)) {
      throw new IllegalArgumentException("the role " + role + " belongs to controllers");
    }
    if (heartbeat.isNegative() || retention.isNegative() || mostKeys < 1) {
      throw new IllegalArgumentException("times are not negative, and a key is remembered");
    }
  }

  public static ComponentSettings of(String role, String instance, @Nullable String swarmId) {
    return new ComponentSettings(
        role, instance, swarmId, Duration.ZERO, Duration.ofHours(24), 10_000);
  }

  public ComponentSettings withHeartbeat(Duration every) {
    return new ComponentSettings(role, instance, swarmId, every, retention, mostKeys);
  }
}
