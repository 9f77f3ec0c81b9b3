package dev.fleetwright.status;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a collector made of one row.
 *
 * @param counts whether the row is part of the result
 * @param cells values of the groupBy or select columns
 * @param subjects values of the aggregations; null where the row is skipped by one
 */
record RowOutcome(
    boolean counts, List<Datum> cells, List<@Nullable Datum> subjects, List<RowError> errors) {

  static final RowOutcome FILTERED = new RowOutcome(false, List.of(), List.of(), List.of());

  static RowOutcome dropped(List<RowError> errors) {
    return new RowOutcome(false, List.of(), List.of(), List.copyOf(errors));
  }
}
