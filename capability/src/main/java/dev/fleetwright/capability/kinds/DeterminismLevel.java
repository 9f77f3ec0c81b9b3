package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How deterministic a capability is, the best first. */
public enum DeterminismLevel {
  @JsonProperty("required")
  REQUIRED("required"),
  @JsonProperty("best-effort")
  BEST_EFFORT("best-effort"),
  @JsonProperty("none")
  NONE("none");

  private final String text;

  DeterminismLevel(String text) {
    this.text = text;
  }

  /** As it is written in YAML. */
  @Override
  public String toString() {
    return text;
  }
}
