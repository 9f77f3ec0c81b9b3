package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/** The commands of the control plane. */
public enum SignalName {
  SWARM_CREATE("swarm-create"),
  SWARM_TEMPLATE("swarm-template"),
  SWARM_START("swarm-start"),
  SWARM_STOP("swarm-stop"),
  SWARM_REMOVE("swarm-remove"),
  CONFIG_UPDATE("config-update"),
  STATUS_REQUEST("status-request");

  private final String text;

  SignalName(String text) {
    this.text = text;
  }

  /** As it stands in keys and bodies. */
  @JsonValue
  public String text() {
    return text;
  }

  /** Whether it addresses a swarm; otherwise it addresses one instance of a role. */
  public boolean addressesSwarm() {
    return this != CONFIG_UPDATE && this != STATUS_REQUEST;
  }

  public static Optional<SignalName> of(String text) {
    return Arrays.stream(values()).filter(name -> name.text.equals(text)).findFirst();
  }
}
