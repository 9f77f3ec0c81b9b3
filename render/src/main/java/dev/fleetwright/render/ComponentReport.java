package dev.fleetwright.render;

import dev.fleetwright.render.matching.Candidate;
import dev.fleetwright.render.module.FlatComponent;
import java.util.List;

/** Why a component became what it became: all transformers that were looked at. */
public record ComponentReport(FlatComponent component, List<Candidate> candidates) {

  public ComponentReport {
    candidates = List.copyOf(candidates);
  }
}
