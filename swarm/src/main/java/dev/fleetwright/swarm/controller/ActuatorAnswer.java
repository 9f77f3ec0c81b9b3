package dev.fleetwright.swarm.controller;

/** What a component's HTTP Actuator says when it is asked. */
public enum ActuatorAnswer {
  UP,
  /** It says that it is not up, or does not answer in time. */
  DOWN,
  /** The component has none that is known; what the agent sees in its cluster must do. */
  NONE
}
