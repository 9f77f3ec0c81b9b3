package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a game definition stands. */
public enum GamePhase {
  @JsonProperty("Pending")
  PENDING("Pending"),
  @JsonProperty("Valid")
  VALID("Valid"),
  @JsonProperty("Error")
  ERROR("Error");

  private final String text;

  GamePhase(String text) {
    this.text = text;
  }

  /** As it is written in YAML. */
  @Override
  public String toString() {
    return text;
  }
}
