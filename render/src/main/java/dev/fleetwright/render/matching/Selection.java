package dev.fleetwright.render.matching;

import dev.fleetwright.model.Problem;
import dev.fleetwright.render.transform.Transformer;
import java.util.List;

/**
 * What was chosen for a component, and everything that was looked at on the way.
 *
 * @param problems no transformer, a tie, definitions that nobody uses (warnings)
 */
public record Selection(List<Candidate> candidates, List<Problem> problems) {

  public Selection {
    candidates = List.copyOf(candidates);
    problems = List.copyOf(problems);
  }

  public List<Transformer> selected(Transformer.Phase phase) {
    return candidates.stream()
        .filter(Candidate::selected)
        .map(Candidate::transformer)
        .filter(t -> t.phase() == phase)
        .toList();
  }
}
