package dev.fleetwright.swarm.controller;

import java.util.List;

/** The state after an input, and what is to be done once it is stored. */
public record ControllerStep(ControllerState state, List<ControllerEffect> effects) {
  public ControllerStep {
    effects = List.copyOf(effects);
  }
}
