package dev.fleetwright.apiserver.service;

import org.jspecify.annotations.Nullable;

/** When and how an object may be deleted; null where nothing is asked. */
public record DeleteOptions(
    @Nullable String uid,
    @Nullable String resourceVersion,
    boolean dryRun,
    @Nullable Propagation propagation) {
  /** What is to become of the objects that the deleted one owns. */
  public enum Propagation {
    /** They go after it. */
    BACKGROUND,
    /** They go before it. */
    FOREGROUND,
    /** They stay without it. */
    ORPHAN
  }

  /** Deletes whatever is there. */
  public static final DeleteOptions PLAIN = new DeleteOptions(null, null, false, null);

  /** Deletes this very object. */
  static DeleteOptions ofUid(String uid, @Nullable Propagation propagation) {
    return new DeleteOptions(uid, null, false, propagation);
  }
}
