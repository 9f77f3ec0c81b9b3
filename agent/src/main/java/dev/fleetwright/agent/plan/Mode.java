package dev.fleetwright.agent.plan;

import dev.fleetwright.swarm.RunState;

/** What is to become of a work. */
public enum Mode {
  /** The manifests as they are. */
  RUN,
  /** The manifests with nothing running. */
  HALT,
  /** None of it. */
  REMOVE,
  /** Whatever is there stays: what is to be is not known yet. */
  HOLD;

  public static Mode of(RunState run) {
    return switch (run) {
      case RUNNING -> RUN;
      case PROVISIONED, STOPPED -> HALT;
      case REMOVED -> REMOVE;
    };
  }
}
