package dev.fleetwright.apiserver.service;

/** Which part of an object a request is about. */
public enum Subresource {
  NONE,
  STATUS,
  SCALE;

  /** As it stands in managed fields; empty for the object itself. */
  public String label() {
    return switch (this) {
      case NONE -> "";
      case STATUS -> "status";
      case SCALE -> "scale";
    };
  }
}
