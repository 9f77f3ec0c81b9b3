package dev.fleetwright.release.time;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Active on some days of the week from one wall time to another. An end at or before the start is
 * on the next day; the window then belongs to the day it starts on.
 *
 * @param fromMinute minutes since midnight, 0 to 1439
 * @param toMinute minutes since midnight, 0 to 1440; never equal to {@code fromMinute}
 */
public record WeeklyWindow(
    String name, Set<DayOfWeek> days, int fromMinute, int toMinute, ZoneId zone) implements Window {

  /** A week may lose its only occurrence to a clock change; two weeks in a row never do. */
  private static final int DAYS_TO_SEARCH = 22;

  public WeeklyWindow {
    days = Set.copyOf(days);
    if (days.isEmpty()
        || fromMinute < 0
        || fromMinute > 1439
        || toMinute < 0
        || toMinute > 1440
        || fromMinute == toMinute) {
      throw new IllegalArgumentException("a weekly window that never opens");
    }
  }

  @Override
  public @Nullable Occurrence activeAt(long time) {
    LocalDate today = LocalTimes.at(time, zone).toLocalDate();
    for (LocalDate day = today; !day.isBefore(today.minusDays(2)); day = day.minusDays(1)) {
      Occurrence occurrence = startingOn(day);
      if (occurrence != null && occurrence.contains(time)) {
        return occurrence;
      }
    }
    return null;
  }

  @Override
  public long nextStartAfter(long time) {
    LocalDate day = LocalTimes.at(time, zone).toLocalDate().minusDays(1);
    for (int i = 0; i < DAYS_TO_SEARCH; i++, day = day.plusDays(1)) {
      Occurrence occurrence = startingOn(day);
      if (occurrence != null && occurrence.start() > time) {
        return occurrence.start();
      }
    }
    return Micros.NEVER;
  }

  /** Null when that day is no day of ours, or when a clock change skips the whole of it. */
  private @Nullable Occurrence startingOn(LocalDate day) {
    if (!days.contains(day.getDayOfWeek())) {
      return null;
    }
    LocalDate lastDay = toMinute <= fromMinute ? day.plusDays(1) : day;
    long start = LocalTimes.resolve(minuteOf(day, fromMinute), zone);
    long end = LocalTimes.resolve(minuteOf(lastDay, toMinute), zone);
    return start < end ? new Occurrence(start, end) : null;
  }

  private static LocalDateTime minuteOf(LocalDate day, int minute) {
    return day.atStartOfDay().plusMinutes(minute);
  }
}
