package dev.fleetwright.release.time;

import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Active for a while from each time of a recurrence. The duration is real time, not wall time. */
public record RecurringWindow(String name, Recurrence recurrence, long duration, ZoneId zone)
    implements Window {

  /** The largest jump that a zone's clock ever made is a whole day. */
  private static final long LARGEST_CLOCK_CHANGE_HOURS = 25;

  public RecurringWindow {
    if (duration <= 0) {
      throw new IllegalArgumentException("a recurring window that never opens");
    }
  }

  @Override
  public @Nullable Occurrence activeAt(long time) {
    LocalDateTime local = LocalTimes.at(time, zone).plusHours(LARGEST_CLOCK_CHANGE_HOURS);
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
    LocalDateTime local = LocalTimes.at(time, zone).minusHours(LARGEST_CLOCK_CHANGE_HOURS);
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
