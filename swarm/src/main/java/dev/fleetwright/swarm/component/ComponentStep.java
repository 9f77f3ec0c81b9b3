package dev.fleetwright.swarm.component;

import java.util.List;

/** The state after an input, and what is to be done. */
public record ComponentStep(ComponentState state, List<ComponentEffect> effects) {
  public ComponentStep {
    effects = List.copyOf(effects);
  }
}
