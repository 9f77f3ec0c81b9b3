package dev.fleetwright.model;

import java.util.Locale;

/** How much a {@link Problem} matters. */
public enum Severity {
  /** The input is not used. */
  ERROR,
  /** The input is used, and something about it deserves a look. */
  WARNING;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
