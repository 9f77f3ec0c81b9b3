package dev.fleetwright.apiserver.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Looks at what is about to be stored, and may refuse it with a failure. */
@FunctionalInterface
public interface WriteGuard {
  /** Lets everything pass. */
  WriteGuard NONE = (at, next, live) -> {};

  /**
   * Returns when the write may go on.
   *
   * @param at where the object is, and which part of it is written
   * @param next the object as it would be stored
   * @param live what is stored now, null for a new object
   */
  void check(Address at, ObjectNode next, @Nullable ObjectNode live);
}
