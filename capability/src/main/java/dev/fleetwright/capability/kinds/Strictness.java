package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a figure filters providers. */
public enum Strictness {
  @JsonProperty("hard")
  HARD("hard"),
  @JsonProperty("soft")
  SOFT("soft");

  private final String text;

  Strictness(String text) {
    this.text = text;
  }

  /** As it is written in YAML. */
  @Override
  public String toString() {
    return text;
  }
}
