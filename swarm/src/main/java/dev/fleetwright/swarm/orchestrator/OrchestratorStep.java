package dev.fleetwright.swarm.orchestrator;

import java.util.List;

/** The state after an input, and what is to be done once it is stored. */
public record OrchestratorStep(OrchestratorState state, List<OrchestratorEffect> effects) {
  public OrchestratorStep {
    effects = List.copyOf(effects);
  }
}
