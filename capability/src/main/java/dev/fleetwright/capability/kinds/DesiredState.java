package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The only truth about the lifecycle of a world. */
public enum DesiredState {
  @JsonProperty("Running")
  RUNNING("Running"),
  @JsonProperty("Stopped")
  STOPPED("Stopped");

  private final String text;

  DesiredState(String text) {
    this.text = text;
  }

  /** As it is written in YAML. */
  @Override
  public String toString() {
    return text;
  }
}
