package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How far a capability reaches. Scopes match when they are equal, and only then. */
public enum Scope {
  @JsonProperty("cluster")
  CLUSTER("cluster"),
  @JsonProperty("region")
  REGION("region"),
  @JsonProperty("realm")
  REALM("realm"),
  @JsonProperty("world")
  WORLD("world"),
  @JsonProperty("world-shard")
  WORLD_SHARD("world-shard"),
  @JsonProperty("session")
  SESSION("session");

  private final String text;

  Scope(String text) {
    this.text = text;
  }

  /** As it is written in YAML. */
  @Override
  public String toString() {
    return text;
  }
}
