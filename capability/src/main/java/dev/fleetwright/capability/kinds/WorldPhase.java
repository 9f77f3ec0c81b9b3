package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a world stands. */
public enum WorldPhase {
  @JsonProperty("Pending")
  PENDING("Pending"),
  @JsonProperty("Provisioning")
  PROVISIONING("Provisioning"),
  @JsonProperty("Running")
  RUNNING("Running"),
  @JsonProperty("Stopped")
  STOPPED("Stopped"),
  @JsonProperty("Error")
  ERROR("Error");

  private final String text;

  WorldPhase(String text) {
    this.text = text;
  }

  /** As it is written in YAML. */
  @Override
  public String toString() {
    return text;
  }
}
