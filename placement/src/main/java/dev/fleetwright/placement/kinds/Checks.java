package dev.fleetwright.placement.kinds;

import dev.fleetwright.documents.SelfChecking;
import dev.fleetwright.model.Problem;
import java.util.List;

/** Checks that several records share. */
final class Checks {

  private Checks() {}

  static void noEmptyNames(String field, List<String> names, List<Problem> problems) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).isBlank()) {
        problems.add(
            new Problem(
                "empty-name",
                field + "[" + i + "]",
                "an empty name matches nothing",
                "write a name, or * for any"));
      }
    }
  }

  static void collect(String at, SelfChecking part, List<Problem> problems) {
    for (Problem problem : part.check()) {
      String inside = problem.path();
      problems.add(problem.withPath(inside.isEmpty() ? at : at + "." + inside));
    }
  }

  static void collectAll(String at, List<? extends SelfChecking> parts, List<Problem> problems) {
    for (int i = 0; i < parts.size(); i++) {
      collect(at + "[" + i + "]", parts.get(i), problems);
    }
  }
}
