package dev.fleetwright.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.apiserver.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * How many pods have been ready for as long as their owner asks by {@code minReadySeconds}.
 *
 * @param count the pods that count as available
 * @param next when the next one will, null when no ready one has to wait
 */
record Availability(int count, @Nullable Duration next) {

  static Availability of(ObjectNode owner, Collection<ObjectNode> pods, Instant now) {
    int seconds = Math.max(0, Statuses.number(owner, "spec", "minReadySeconds", 0));
    int count = 0;
    Duration next = null;
    for (ObjectNode pod : pods) {
      if (!Statuses.isReady(pod)) {
        continue;
      }
      Instant since = readySince(pod);
      Duration rest =
          since == null ? Duration.ZERO : Duration.between(now, since.plusSeconds(seconds));
      if (!rest.isPositive()) {
        count++;
      } else if (next == null || rest.compareTo(next) < 0) {
        next = rest;
      }
    }
    return new Availability(count, next);
  }

  private static @Nullable Instant readySince(ObjectNode pod) {
    for (JsonNode condition : pod.path("status").path("conditions")) {
      if ("Ready".equals(Json.textAt(condition, "type"))) {
        return Statuses.time(condition.path("lastTransitionTime"));
      }
    }
    return null;
  }
}
