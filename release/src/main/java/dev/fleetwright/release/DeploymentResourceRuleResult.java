package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;
import java.util.List;

/**
 * What a rule says about its candidates.
 *
 * @param allowed all candidates that it accepts
 * @param changesAt when its answer to the same candidates may change, microseconds since 1970;
 *     {@link Micros#NEVER} when time alone does not change it
 * @param removals why the others are not allowed; filled only when the context asks for it
 */
public record DeploymentResourceRuleResult(
    Releases allowed, long changesAt, List<Removal> removals, List<Note> notes) {

  public DeploymentResourceRuleResult {
    removals = List.copyOf(removals);
    notes = List.copyOf(notes);
  }

  /** For simple rules of your own: what stays, and one reason for all that does not. */
  public static DeploymentResourceRuleResult of(
      Releases candidates, Releases allowed, Reason whyNot) {
    return new DeploymentResourceRuleResult(
        allowed,
        Micros.NEVER,
        candidates.minus(allowed).stream().map(r -> new Removal(r.id(), whyNot)).toList(),
        List.of());
  }

  public static DeploymentResourceRuleResult all(Releases candidates) {
    return new DeploymentResourceRuleResult(candidates, Micros.NEVER, List.of(), List.of());
  }
}
