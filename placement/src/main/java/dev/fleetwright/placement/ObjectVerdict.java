package dev.fleetwright.placement;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a policy takes an object, and why.
 *
 * @param refused why no clause was asked, such as an object that is never sent; null otherwise
 */
public record ObjectVerdict(
    String policy,
    ObjectKey object,
    boolean matched,
    @Nullable String refused,
    List<ClauseVerdict> clauses) {

  public ObjectVerdict {
    clauses = List.copyOf(clauses);
  }
}
