package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How many providers a requirement takes, or how many consumers a provider serves as a pool. */
public enum Multiplicity {
  @JsonProperty("1")
  ONE("1"),
  @JsonProperty("many")
  MANY("many");

  private final String text;

  Multiplicity(String text) {
    this.text = text;
  }

  /** As it is written in YAML. */
  @Override
  public String toString() {
    return text;
  }
}
