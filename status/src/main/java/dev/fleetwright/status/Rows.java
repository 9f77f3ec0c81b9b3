package dev.fleetwright.status;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The input table for one object and one Binding: a row for each cluster that the Binding names,
 * whether it has reported or not. The order does not matter; of two rows of one cluster the later
 * one counts.
 *
 * @param now for expressions that ask for the time; null when none is known
 */
public record Rows(List<Row> rows, @Nullable Instant now) {

  public Rows {
    rows = List.copyOf(rows);
  }

  public static Rows of(Collection<Row> rows) {
    return new Rows(List.copyOf(rows), null);
  }
}
