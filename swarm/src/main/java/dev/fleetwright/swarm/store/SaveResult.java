package dev.fleetwright.swarm.store;

/** Whether a save took place. */
public sealed interface SaveResult {

  record Saved(String version) implements SaveResult {}

  /** Somebody else wrote the record meanwhile; nothing was saved. */
  record Stale() implements SaveResult {}
}
