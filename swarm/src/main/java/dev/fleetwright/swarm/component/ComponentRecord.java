package dev.fleetwright.swarm.component;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a component may keep across restarts; one that keeps nothing starts with its first settings.
 *
 * @param enabled whether it does its work; its control plane is on either way
 * @param config its settings, without {@code enabled}
 * @param appliedConfig the idempotencyKey of the last settings that were applied
 * @param switched the sequence of the last time that the controller switched it on or off; what it
 *     said before that comes too late
 * @param seen keys that were dealt with, oldest first, so that a late duplicate undoes nothing
 */
public record ComponentRecord(
    boolean enabled,
    ObjectNode config,
    @Nullable String appliedConfig,
    long switched,
    List<SeenKey> seen) {

  /** A key and when it was dealt with. */
  public record SeenKey(String idempotencyKey, Instant at) {}

  public ComponentRecord {
    config = config.deepCopy();
    seen = List.copyOf(seen);
  }

  public static ComponentRecord fresh(boolean enabled, ObjectNode config) {
    return new ComponentRecord(enabled, config, null, 0, List.of());
  }

  public static ComponentRecord fresh() {
    return fresh(true, JsonNodeFactory.instance.objectNode());
  }
}
