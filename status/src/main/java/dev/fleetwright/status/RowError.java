package dev.fleetwright.status;

import dev.fleetwright.model.Problem;

/**
 * Why a row was left out of a column, or of everything.
 *
 * @param column the column's name, or {@code filter}
 */
public record RowError(String cluster, String column, Problem problem) {

  /** What went wrong, in one line. */
  public String text() {
    var place = problem.place();
    return place == null
        ? problem.message()
        : problem.message()
            + " (at column "
            + place.column()
            + " of: "
            + excerpt(place.lineText())
            + ")";
  }

  private static String excerpt(String line) {
    int longest = 200;
    return line.length() <= longest ? line : line.substring(0, longest) + "…";
  }
}
