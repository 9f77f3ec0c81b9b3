package dev.fleetwright.documents;

import dev.fleetwright.model.Place;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Collects the problems of one run, up to a number of errors and as many warnings; what comes after
 * is counted only. So a file with a million mistakes is as cheap to report as one with a hundred.
 * For one thread.
 */
public final class Problems {

  private final int most;
  private final List<Problem> kept = new ArrayList<>();
  private long errors;
  private long warnings;

  public Problems() {
    this(Limits.DEFAULT.problems());
  }

  public Problems(int most) {
    this.most = most;
  }

  public void add(Problem problem) {
    add(problem.severity(), () -> problem);
  }

  public void addAll(List<Problem> problems) {
    problems.forEach(this::add);
  }

  /** Takes over what another collection has kept and counted. */
  void addAll(Problems other) {
    for (Problem problem : other.kept) {
      add(problem);
    }
    errors += Math.max(0, other.errors - other.most);
    warnings += Math.max(0, other.warnings - other.most);
  }

  /** Adds an error that is only made when there is room for it. */
  public void error(Supplier<Problem> problem) {
    add(Severity.ERROR, problem);
  }

  private void add(Severity severity, Supplier<Problem> problem) {
    long before =
        switch (severity) {
          case ERROR -> errors++;
          case WARNING -> warnings++;
        };
    if (before < most) {
      kept.add(problem.get());
    }
  }

  public boolean hasErrors() {
    return errors > 0;
  }

  /** All that was kept, in the order of arrival, and one line about what was not. */
  public List<Problem> list() {
    return closed(kept);
  }

  /** Sorted by the order of the sources and the places in them; those without a place come last. */
  public List<Problem> inOrderOf(List<Source> sources) {
    Map<String, Integer> order = new HashMap<>();
    sources.forEach(source -> order.putIfAbsent(source.name(), order.size()));
    List<Problem> sorted = new ArrayList<>(kept);
    sorted.sort(
        Comparator.comparingInt((Problem problem) -> sourceOf(problem, order))
            .thenComparingInt(problem -> problem.place() == null ? 0 : problem.place().line())
            .thenComparingInt(problem -> problem.place() == null ? 0 : problem.place().column()));
    return closed(sorted);
  }

  private static int sourceOf(Problem problem, Map<String, Integer> order) {
    Place place = problem.place();
    return place == null
        ? Integer.MAX_VALUE
        : order.getOrDefault(place.source(), Integer.MAX_VALUE - 1);
  }

  private List<Problem> closed(List<Problem> problems) {
    long moreErrors = Math.max(0, errors - most);
    long moreWarnings = Math.max(0, warnings - most);
    if (moreErrors + moreWarnings == 0) {
      return List.copyOf(problems);
    }
    List<Problem> closed = new ArrayList<>(problems);
    Problem more =
        new Problem(
            "too-many-problems",
            "",
            "and "
                + (moreErrors > 0 ? counted(moreErrors, "error") : "")
                + (moreErrors > 0 && moreWarnings > 0 ? " and " : "")
                + (moreWarnings > 0 ? counted(moreWarnings, "warning") : ""),
            "correct the ones above first; the rest may follow from them");
    closed.add(moreErrors > 0 ? more : more.asWarning());
    return List.copyOf(closed);
  }

  private static String counted(long count, String what) {
    return count + " more " + what + (count == 1 ? "" : "s");
  }
}
