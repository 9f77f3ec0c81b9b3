package dev.fleetwright.hub.election;

import java.time.Duration;

/**
 * How long a lease lasts.
 *
 * @param duration others wait so long after the last sign of a leader
 * @param renewWithin a leader that could not renew for so long stops; shorter than the duration, so
 *     that it has stopped before another begins
 * @param retry how often is asked or renewed
 */
public record LeaseTerms(Duration duration, Duration renewWithin, Duration retry) {

  public static final LeaseTerms DEFAULT =
      new LeaseTerms(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

  public LeaseTerms {
    if (renewWithin.compareTo(duration) >= 0 || retry.compareTo(renewWithin) >= 0) {
      throw new IllegalArgumentException(
          "retry < renewWithin < duration does not hold: "
              + retry
              + ", "
              + renewWithin
              + ", "
              + duration);
    }
  }
}
