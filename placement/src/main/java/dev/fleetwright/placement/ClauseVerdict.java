package dev.fleetwright.placement;

import java.util.List;

/**
 * What one clause said about an object.
 *
 * @param index the clause's place in {@code spec.downsync}, from 0
 * @param tests up to the first that failed
 */
public record ClauseVerdict(int index, boolean matched, List<TestVerdict> tests) {

  public ClauseVerdict {
    tests = List.copyOf(tests);
  }

  /** One line: what matched, or what failed first. */
  public String text() {
    String at = "downsync[" + index + "]";
    if (tests.isEmpty()) {
      return at + " has no test and matches nothing";
    }
    if (!matched) {
      TestVerdict failed = tests.getLast();
      return at + "." + failed.field() + " failed: " + failed.because();
    }
    List<String> passed =
        tests.stream().map(test -> test.field() + " (" + test.because() + ")").toList();
    return at + " matched: " + String.join(", ", passed);
  }
}
