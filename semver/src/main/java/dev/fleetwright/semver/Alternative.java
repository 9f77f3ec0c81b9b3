package dev.fleetwright.semver;

import java.util.List;

/** One of the parts of a range between {@code ||}, with where it stands in the text. */
sealed interface Alternative {

  /** All of these hold at once; none at all means any version. */
  record Terms(List<Term> terms, int start, int end) implements Alternative {}

  /** {@code 1.2 - 3.4.5}. */
  record Hyphen(Term low, Term high) implements Alternative {
    @Override
    public int start() {
      return low.start();
    }

    @Override
    public int end() {
      return high.end();
    }
  }

  /** An operator and its version; {@code start} and {@code end} are indexes into the text. */
  record Term(Operator operator, Partial version, int start, int end) {}

  int start();

  int end();
}
