package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.annotation.JsonValue;

/** Who takes part; the AsyncAPI file says which actor may send and receive what. */
public enum Actor {
  ORCHESTRATOR("orchestrator"),
  SWARM_CONTROLLER("swarm-controller"),
  COMPONENT("component"),
  OBSERVER("observer");

  private final String text;

  Actor(String text) {
    this.text = text;
  }

  /** As it stands in queue names and in the AsyncAPI file. */
  @JsonValue
  public String text() {
    return text;
  }
}
