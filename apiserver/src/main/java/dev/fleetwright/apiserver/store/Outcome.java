package dev.fleetwright.apiserver.store;

import java.util.List;

/** What became of a transaction. */
public sealed interface Outcome {
  /** All changes are on disk and visible; one event for each, in order. */
  record Done(List<Event> events) implements Outcome {}

  /** Nothing was changed, since this object is not at the version that the writer expected. */
  record Stale(ObjectKey key) implements Outcome {}
}
