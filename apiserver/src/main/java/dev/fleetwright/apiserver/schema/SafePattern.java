package dev.fleetwright.apiserver.schema;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Matches with a limit on the work, because Java's patterns can take exponential time on hostile
 * text and a schema comes from a client.
 */
final class SafePattern {
  private static final int MAX_STEPS = 2_000_000;

  private SafePattern() {}

  /** Whether the pattern occurs in the text; false as well when finding out takes too long. */
  static boolean find(Pattern pattern, String text) {
    try {
      return pattern
          .matcher(new Counted(text, 0, text.length(), new AtomicInteger(MAX_STEPS)))
          .find();
    } catch (TooLong | StackOverflowError e) {
      return false;
    }
  }

  private static final class TooLong extends RuntimeException {
    TooLong() {
      super("too many steps", null, false, false);
    }
  }

  /** Counts how often the matcher looks at a character. */
  private record Counted(String text, int start, int end, AtomicInteger steps)
      implements CharSequence {
    @Override
    public int length() {
      return end - start;
    }

    @Override
    public char charAt(int index) {
      if (steps.decrementAndGet() < 0) {
        throw new TooLong();
      }
      return text.charAt(start + index);
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      return new Counted(text, start + from, start + to, steps);
    }

    @Override
    public String toString() {
      return text.substring(start, end);
    }
  }
}
