package dev.fleetwright.render.matching;

import dev.fleetwright.render.transform.Transformer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transformer that was looked at for a component.
 *
 * @param score null when a requirement is missing
 * @param missing what the component lacks
 * @param reason why it was chosen or not, in words
 */
public record Candidate(
    Transformer transformer,
    @Nullable Score score,
    List<String> missing,
    boolean selected,
    String reason) {

  public Candidate {
    missing = List.copyOf(missing);
  }

  public boolean matches() {
    return missing.isEmpty();
  }

  int points() {
    return score == null ? 0 : score.total();
  }

  Candidate selected(String why) {
    return new Candidate(transformer, score, missing, true, why);
  }

  Candidate passedOver(String why) {
    return new Candidate(transformer, score, missing, false, why);
  }
}
