package dev.fleetwright.swarm.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One component of a plan.
 *
 * @param image what runs; null in a plan that is only looked at
 * @param work its queues; null is the same as none
 * @param config its first settings, with {@code enabled} among them if it is to start disabled
 */
public record Bee(
    String role, @Nullable String image, @Nullable Work work, Map<String, Object> config) {

  public Bee {
    config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
  }

  public Work queues() {
    return work == null ? Work.NONE : work;
  }
}
