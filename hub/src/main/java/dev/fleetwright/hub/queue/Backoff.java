package dev.fleetwright.hub.queue;

import java.time.Duration;

/**
 * How long to wait before the n-th try of something that failed: doubling from the first, up to the
 * longest.
 */
public record Backoff(Duration first, Duration longest) {

  public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(60));

  public Backoff {
    if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException("a back-off grows from " + first + " to " + longest);
    }
  }

  /** The wait after {@code failures} failures in a row, at least one. */
  public Duration after(int failures) {
    int doublings = Math.min(failures - 1, 30);
    Duration wait = first.multipliedBy(1L << doublings);
    return wait.compareTo(longest) > 0 ? longest : wait;
  }
}
