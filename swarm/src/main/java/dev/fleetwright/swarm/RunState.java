package dev.fleetwright.swarm;

import com.fasterxml.jackson.annotation.JsonValue;

/** In which state the workload of a swarm is to be. */
public enum RunState {
  /** Resources are there, nothing was started yet. */
  PROVISIONED("Provisioned"),
  RUNNING("Running"),
  /** Resources stay, the workload does not run. */
  STOPPED("Stopped"),
  /** Nothing is left. */
  REMOVED("Removed");

  private final String text;

  RunState(String text) {
    this.text = text;
  }

  @JsonValue
  public String text() {
    return text;
  }
}
