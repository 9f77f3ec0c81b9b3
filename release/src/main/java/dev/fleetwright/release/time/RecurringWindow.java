package dev.fleetwright.release.time;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import org.jspecify.annotations.Nullable;

/** Active for a while from each time of a recurrence. The duration is real time, not wall time. */
public record RecurringWindow(String name, Recurrence recurrence, long duration, ZoneId zone)
    implements Window {

  /** The largest jump that a zone's clock ever made is a whole day. */
  private static final long LARGEST_CLOCK_CHANGE_HOURS = 25;

  private static final Duration DAYS_AROUND_A_CHANGE = Duration.ofDays(3);

  public RecurringWindow {
    if (duration <= 0) {
      throw new IllegalArgumentException("a recurring window that never opens");
    }
  }

  /**
   * Near a clock change wall times and instants may be out of step; else the search starts here.
   */
  private long slack(long time) {
    ZoneOffsetTransition next =
        zone.getRules().nextTransition(Micros.toInstant(time).minus(DAYS_AROUND_A_CHANGE));
    boolean near =
        next != null
            && next.getInstant().isBefore(Micros.toInstant(time).plus(DAYS_AROUND_A_CHANGE));
    return near ? LARGEST_CLOCK_CHANGE_HOURS : 0;
  }

  @Override
  public @Nullable Occurrence activeAt(long time) {
    LocalDateTime local = LocalTimes.at(time, zone).plusHours(slack(time));
    for (LocalDateTime start = recurrence.lastAtOrBefore(local);
        start != null;
        start = recurrence.lastAtOrBefore(start.minusNanos(1))) {
      long from = LocalTimes.resolve(start, zone);
      if (from <= time) {
        Occurrence occurrence = new Occurrence(from, Micros.plus(from, duration));
        return occurrence.contains(time) ? occurrence : null;
      }
    }
    return null;
  }

  @Override
  public long nextStartAfter(long time) {
    LocalDateTime local = LocalTimes.at(time, zone).minusHours(slack(time));
    for (LocalDateTime start = recurrence.firstAfter(local);
        start != null;
        start = recurrence.firstAfter(start)) {
      long from = LocalTimes.resolve(start, zone);
      if (from > time) {
        return from;
      }
    }
    return Micros.NEVER;
  }
}
