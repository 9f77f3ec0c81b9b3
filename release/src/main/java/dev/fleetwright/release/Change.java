package dev.fleetwright.release;

import java.util.Locale;

/** What following a selection would do to its target. */
public enum Change {
  /** Nothing is allowed: the target is left as it is. */
  NONE,
  /** The chosen release runs there already. */
  STAY,
  DEPLOY,
  /** The chosen release is older than the current one. */
  ROLLBACK;

  public boolean moves() {
    return this == DEPLOY || this == ROLLBACK;
  }

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
