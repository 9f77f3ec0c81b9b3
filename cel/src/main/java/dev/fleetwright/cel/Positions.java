package dev.fleetwright.cel;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Severity;
import java.util.Map;

/** Where the parts of a compiled expression stand in its source. */
final class Positions {

  private final SourceText source;
  private final Map<Long, Integer> offsets;

  Positions(SourceText source, Map<Long, Integer> offsets) {
    this.source = source;
    this.offsets = Map.copyOf(offsets);
  }

  Place place(long exprId) {
    int offset = offsets.getOrDefault(exprId, 0);
    return source.at(offset, source.tokenLength(offset));
  }

  Problem problem(EvalError error) {
    return new Problem(
        error.code, error.path, error.text, error.nextStep(), Severity.ERROR, place(error.exprId));
  }

  Problem problem(LimitExceeded limit) {
    return new Problem(
        limit.code, "", limit.text, limit.nextStep, Severity.ERROR, place(limit.exprId));
  }
}
