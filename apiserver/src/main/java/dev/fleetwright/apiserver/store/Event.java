package dev.fleetwright.apiserver.store;

import org.jspecify.annotations.Nullable;

/**
 * One change of one object.
 *
 * @param object the state after the change; for a deletion the last state with the resourceVersion
 *     of the deletion
 * @param previous the state before, null for a new object
 */
public record Event(Type type, Entry object, @Nullable Entry previous) {
  /** What happened to the object. */
  public enum Type {
    ADDED,
    MODIFIED,
    DELETED
  }

  public long version() {
    return object.version();
  }
}
