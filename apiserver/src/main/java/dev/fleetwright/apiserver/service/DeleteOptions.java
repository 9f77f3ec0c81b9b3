package dev.fleetwright.apiserver.service;

import org.jspecify.annotations.Nullable;

/** When and how an object may be deleted; null where nothing is asked. */
public record DeleteOptions(
    @Nullable String uid,
    @Nullable String resourceVersion,
    boolean dryRun,
    Propagation propagation) {
  /** What is asked to become of the objects that the deleted one owns; they stay so far. */
  public enum Propagation {
    BACKGROUND,
    FOREGROUND,
    ORPHAN
  }

  /** Deletes whatever is there. */
  public static final DeleteOptions PLAIN =
      new DeleteOptions(null, null, false, Propagation.BACKGROUND);
}
