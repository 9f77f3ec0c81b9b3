package dev.fleetwright.swarm.protocol;

/** A whole status, or one that was sent because something changed or time passed. */
public enum StatusKind {
  FULL("status-full"),
  DELTA("status-delta");

  private final String text;

  StatusKind(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
