package dev.fleetwright.render.matching;

import java.util.Locale;

/** Which of the matching transformers are used. */
public enum Strategy {
  /** The single one with the highest score. */
  BEST,
  /** All, but of an exclusive group only the best. The default. */
  ALL,
  /** As all, of those whose score is high enough. */
  THRESHOLD;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
