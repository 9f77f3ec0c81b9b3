package dev.fleetwright.status;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One cluster's row of the input table: what was sent to it and what came back.
 *
 * @param cluster {@code inventory.name}, the key of the row
 * @param obj the object of the hub, without its status
 * @param status {@code returned.status}; null when the cluster has reported none
 * @param lastReturnedUpdate {@code propagation.lastReturnedUpdateTimestamp}; null when the cluster
 *     has not reported
 */
public record Row(
    String cluster,
    Map<String, Object> obj,
    @Nullable Object status,
    @Nullable Instant lastReturnedUpdate) {

  public Row {
    obj = withoutStatus(obj);
  }

  /** A row of a cluster that has not reported yet. */
  public static Row unreported(String cluster, Map<String, Object> obj) {
    return new Row(cluster, obj, null, null);
  }

  /** The object as expressions see it; the same instance when it has no status. */
  public static Map<String, Object> withoutStatus(Map<String, Object> obj) {
    if (!obj.containsKey("status")) {
      return obj;
    }
    Map<String, Object> rest = new LinkedHashMap<>(obj);
    rest.remove("status");
    return Collections.unmodifiableMap(rest);
  }

  /** Whether anything has come back from the cluster. */
  public boolean reported() {
    return status != null || lastReturnedUpdate != null;
  }

  /** The value of a variable in expressions. */
  @Nullable Object variable(String name, @Nullable Instant now) {
    return switch (name) {
      case Queryable.INVENTORY -> Map.of("name", cluster);
      case Queryable.OBJ -> obj;
      case Queryable.RETURNED -> status == null ? Map.of() : Map.of("status", status);
      case Queryable.PROPAGATION ->
          lastReturnedUpdate == null
              ? Map.of()
              : Map.of("lastReturnedUpdateTimestamp", lastReturnedUpdate);
      default -> now;
    };
  }
}
