package dev.fleetwright.hub.plan;

import dev.fleetwright.capability.kinds.ObjectKey;

/**
 * One change that would come.
 *
 * @param cluster empty when it is not about one
 */
public record PreviewLine(
    ObjectKey world, Subject subject, Sign sign, String cluster, String text) {

  /** What changes. */
  public enum Subject {
    WORLD,
    BINDING,
    RELEASE,
    OBJECT
  }

  /** How it changes. */
  public enum Sign {
    ADD("+"),
    CHANGE("~"),
    REMOVE("-"),
    /** Rules hold it back for now. */
    HOLD("…"),
    WRONG("✗");

    private final String symbol;

    Sign(String symbol) {
      this.symbol = symbol;
    }

    public String symbol() {
      return symbol;
    }
  }
}
