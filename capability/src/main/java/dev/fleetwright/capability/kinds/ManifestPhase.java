package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a module manifest stands. */
public enum ManifestPhase {
  @JsonProperty("Pending")
  PENDING("Pending"),
  @JsonProperty("Resolved")
  RESOLVED("Resolved"),
  @JsonProperty("Error")
  ERROR("Error");

  private final String text;

  ManifestPhase(String text) {
    this.text = text;
  }

  /** As it is written in YAML. */
  @Override
  public String toString() {
    return text;
  }
}
