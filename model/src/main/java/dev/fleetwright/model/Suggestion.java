package dev.fleetwright.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a user probably meant: the nearest of the names that exist. */
public final class Suggestion {

  private Suggestion() {}

  /**
   * The known name nearest to what was written, when it is near enough to be a slip: {@code
   * gameref} gives {@code gameRef}; {@code banana} gives nothing. Ties go to the name that sorts
   * first.
   */
  public static Optional<String> nearest(String written, Collection<String> known) {
    String wanted = written.toLowerCase(Locale.ROOT);
    int allowed = Math.max(1, wanted.length() / 3);
    record Candidate(String name, int distance) {}
    return known.stream()
        .filter(name -> Math.abs(name.length() - wanted.length()) <= allowed)
        .map(name -> new Candidate(name, distance(wanted, name.toLowerCase(Locale.ROOT), allowed)))
        .filter(candidate -> candidate.distance <= allowed)
        .min(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
        .map(Candidate::name);
  }

  /**
   * Edits (insert, delete, replace, swap of neighbours) from a to b; more than {@code limit} may be
   * any larger number.
   */
  private static int distance(String a, String b, int limit) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      int smallest = i;
      for (int j = 1; j <= b.length(); j++) {
        int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + cost);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
        smallest = Math.min(smallest, row[j]);
      }
      if (smallest > limit) {
        return limit + 1;
      }
      int[] reused = beforeLast;
      beforeLast = last;
      last = row;
      row = reused;
    }
    return last[b.length()];
  }
}
