package dev.fleetwright.agent.plan;

/** How an object of a work is treated. */
public enum Strategy {
  APPLY,
  /** Made when it is not there, and left alone from then on, but for its run state. */
  CREATE_ONLY,
  /** Only looked at. */
  READ_ONLY
}
