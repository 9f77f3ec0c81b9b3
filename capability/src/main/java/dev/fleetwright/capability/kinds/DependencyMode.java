package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a world can do without a requirement. */
public enum DependencyMode {
  @JsonProperty("required")
  REQUIRED("required"),
  @JsonProperty("optional")
  OPTIONAL("optional");

  private final String text;

  DependencyMode(String text) {
    this.text = text;
  }

  /** As it is written in YAML. */
  @Override
  public String toString() {
    return text;
  }
}
