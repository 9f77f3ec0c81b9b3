package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/** How a swarm is, as aggregates and confirmations say it. */
public enum SwarmState {
  NEW("New"),
  PROVISIONING("Provisioning"),
  READY("Ready"),
  STARTING("Starting"),
  RUNNING("Running"),
  STOPPING("Stopping"),
  STOPPED("Stopped"),
  REMOVING("Removing"),
  REMOVED("Removed"),
  FAILED("Failed"),
  DEGRADED("Degraded"),
  UNKNOWN("Unknown");

  private final String text;

  SwarmState(String text) {
    this.text = text;
  }

  @JsonValue
  public String text() {
    return text;
  }

  public static Optional<SwarmState> of(String text) {
    return Arrays.stream(values()).filter(state -> state.text.equals(text)).findFirst();
  }
}
