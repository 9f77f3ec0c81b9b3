package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a binding stands: pending until the endpoint of its provider is known. */
public enum BindingPhase {
  @JsonProperty("Pending")
  PENDING("Pending"),
  @JsonProperty("Bound")
  BOUND("Bound"),
  @JsonProperty("Error")
  ERROR("Error");

  private final String text;

  BindingPhase(String text) {
    this.text = text;
  }

  /** As it is written in YAML. */
  @Override
  public String toString() {
    return text;
  }
}
