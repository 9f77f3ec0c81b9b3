package dev.fleetwright.hub.client;

/** Stands between a hub and its writes. */
@FunctionalInterface
public interface Fence {

  /**
   * Returns when this hub may write.
   *
   * @throws IllegalStateException when another one leads by now, or may
   */
  void check();
}
