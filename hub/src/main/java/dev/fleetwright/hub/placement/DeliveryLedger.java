package dev.fleetwright.hub.placement;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What came of the last attempt of each delivery. Made anew by each hub: all is tried at its start.
 */
public final class DeliveryLedger {

  /**
   * @param errors objects that are not at the cluster as they should be, and why
   */
  record Result(List<String> errors) {
    Result {
      errors = List.copyOf(errors);
    }
  }

  private final Map<Delivery, Result> results = new ConcurrentHashMap<>();

  /** Whether that is news. */
  boolean put(Delivery delivery, Result result) {
    return !result.equals(results.put(delivery, result));
  }

  boolean forget(Delivery delivery) {
    return results.remove(delivery) != null;
  }

  Optional<Result> find(Delivery delivery) {
    return Optional.ofNullable(results.get(delivery));
  }
}
