package dev.fleetwright.release;

/** What rules know about the world. */
public enum Fact {
  APPROVALS,
  JOBS,
  HEALTH
}
