package dev.fleetwright.documents;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What binding gave: a value and perhaps warnings, or no value and at least one error.
 *
 * @param value null when there is an error
 */
public record Bound<T>(@Nullable T value, List<Problem> problems) {

  public Bound {
    problems = List.copyOf(problems);
  }

  /** The value or the problems; warnings of a valid value are left out. */
  public Checked<T> checked() {
    return value == null ? Checked.invalid(problems) : Checked.valid(value);
  }
}
