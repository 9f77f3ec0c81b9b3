package dev.fleetwright.release.time;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A recurrence rule of RFC 5545 in wall time. Every search ends: it goes at most {@link
 * #YEARS_TO_SEARCH} years from the time that is asked about, which no rule of the calendar needs
 * more of (29 February on a given weekday comes at least every 40 years).
 */
public final class Recurrence {

  /** How often. */
  public enum Frequency {
    HOURLY,
    DAILY,
    WEEKLY,
    MONTHLY,
    YEARLY
  }

  /** {@code MO}, {@code 2TU} (the second), {@code -1FR} (the last); ordinal 0 is every one. */
  public record Day(int ordinal, DayOfWeek weekday) {}

  /** The parts of a rule as written; empty lists and nulls are parts that were left out. */
  public record Parts(
      Frequency frequency,
      int interval,
      List<Day> days,
      Set<Integer> months,
      List<Integer> monthDays,
      SortedSet<Integer> hours,
      SortedSet<Integer> minutes,
      DayOfWeek weekStart,
      LocalDateTime start,
      @Nullable LocalDateTime until,
      @Nullable Integer count) {}

  private static final int YEARS_TO_SEARCH = 60;
  private static final int LAST_YEAR = 9_999;

  private final Parts parts;
  private final List<LocalTime> times;

  /** With COUNT every occurrence is known; null without. */
  private final @Nullable NavigableSet<LocalDateTime> counted;

  public Recurrence(Parts parts) {
    this.parts = parts;
    this.times = timesOfDay(parts);
    this.counted = parts.count() == null ? null : firstOnes(parts.count());
  }

  /** Whether it happens at all: 30 February does not. */
  public boolean everHappens() {
    return firstAfter(parts.start().minusNanos(1)) != null;
  }

  public @Nullable LocalDateTime firstAfter(LocalDateTime time) {
    return counted != null ? counted.higher(time) : search(time);
  }

  public @Nullable LocalDateTime lastAtOrBefore(LocalDateTime time) {
    if (counted != null) {
      return counted.floor(time);
    }
    LocalDateTime until = parts.until();
    LocalDateTime latest = until != null && until.isBefore(time) ? until : time;
    if (latest.isBefore(parts.start())) {
      return null;
    }
    int earliestYear = latest.getYear() - YEARS_TO_SEARCH;
    for (long k = periodOf(latest.toLocalDate()); k >= 0; k--) {
      if (firstDay(k).getYear() < earliestYear) {
        return null;
      }
      List<LocalDate> days = daysOf(k);
      for (int d = days.size() - 1; d >= 0; d--) {
        for (int t = times.size() - 1; t >= 0; t--) {
          LocalDateTime candidate = days.get(d).atTime(times.get(t));
          if (!candidate.isAfter(latest) && isOccurrence(candidate)) {
            return candidate;
          }
        }
      }
    }
    return null;
  }

  private @Nullable LocalDateTime search(LocalDateTime time) {
    LocalDateTime from = time.isBefore(parts.start()) ? parts.start().minusNanos(1) : time;
    LocalDateTime until = parts.until();
    int latestYear = Math.min(LAST_YEAR, from.getYear() + YEARS_TO_SEARCH);
    for (long k = Math.max(0, periodOf(from.toLocalDate()));
        firstDay(k).getYear() <= latestYear;
        k++) {
      for (LocalDate day : daysOf(k)) {
        for (LocalTime timeOfDay : times) {
          LocalDateTime candidate = day.atTime(timeOfDay);
          if (until != null && candidate.isAfter(until)) {
            return null;
          }
          if (candidate.isAfter(from) && isOccurrence(candidate)) {
            return candidate;
          }
        }
      }
    }
    return null;
  }

  private NavigableSet<LocalDateTime> firstOnes(int count) {
    NavigableSet<LocalDateTime> found = new TreeSet<>();
    LocalDateTime next = search(parts.start().minusNanos(1));
    while (next != null && found.size() < count) {
      found.add(next);
      next = search(next);
    }
    return found;
  }

  private boolean isOccurrence(LocalDateTime candidate) {
    if (candidate.isBefore(parts.start())) {
      return false;
    }
    return parts.frequency() != Frequency.HOURLY
        || ChronoUnit.HOURS.between(
                    parts.start().truncatedTo(ChronoUnit.HOURS),
                    candidate.truncatedTo(ChronoUnit.HOURS))
                % parts.interval()
            == 0;
  }

  /**
   * The number of the period, counted in intervals from the start, that holds or precedes a day.
   */
  private long periodOf(LocalDate day) {
    LocalDate start = parts.start().toLocalDate();
    long units =
        switch (parts.frequency()) {
          case HOURLY, DAILY -> ChronoUnit.DAYS.between(start, day);
          case WEEKLY -> ChronoUnit.WEEKS.between(weekOf(start), weekOf(day));
          case MONTHLY -> ChronoUnit.MONTHS.between(YearMonth.from(start), YearMonth.from(day));
          case YEARLY -> day.getYear() - start.getYear();
        };
    return Math.floorDiv(units, step());
  }

  private LocalDate firstDay(long period) {
    LocalDate start = parts.start().toLocalDate();
    long units = period * step();
    return switch (parts.frequency()) {
      case HOURLY, DAILY -> start.plusDays(units);
      case WEEKLY -> weekOf(start).plusWeeks(units);
      case MONTHLY -> start.withDayOfMonth(1).plusMonths(units);
      case YEARLY -> start.withDayOfYear(1).plusYears(units);
    };
  }

  /** Hours are checked one by one, so an hourly rule walks over every day. */
  private int step() {
    return parts.frequency() == Frequency.HOURLY ? 1 : parts.interval();
  }

  private LocalDate weekOf(LocalDate day) {
    return day.with(TemporalAdjusters.previousOrSame(parts.weekStart()));
  }

  private List<LocalDate> daysOf(long period) {
    LocalDate first = firstDay(period);
    return switch (parts.frequency()) {
      case HOURLY, DAILY -> matchesDay(first) ? List.of(first) : List.of();
      case WEEKLY -> daysOfWeek(first);
      case MONTHLY -> inMonth(first) ? daysOfMonth(YearMonth.from(first)) : List.of();
      case YEARLY -> daysOfYear(first.getYear());
    };
  }

  private boolean inMonth(LocalDate day) {
    return parts.months().isEmpty() || parts.months().contains(day.getMonthValue());
  }

  private boolean matchesDay(LocalDate day) {
    return inMonth(day)
        && (parts.monthDays().isEmpty() || isMonthDay(day))
        && (parts.days().isEmpty() || isWeekday(day));
  }

  private boolean isMonthDay(LocalDate day) {
    int fromEnd = day.getDayOfMonth() - day.lengthOfMonth() - 1;
    return parts.monthDays().contains(day.getDayOfMonth()) || parts.monthDays().contains(fromEnd);
  }

  private boolean isWeekday(LocalDate day) {
    return parts.days().stream().anyMatch(d -> d.weekday() == day.getDayOfWeek());
  }

  private List<LocalDate> daysOfWeek(LocalDate first) {
    List<LocalDate> found = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      LocalDate day = first.plusDays(i);
      boolean wanted =
          parts.days().isEmpty()
              ? day.getDayOfWeek() == parts.start().getDayOfWeek()
              : isWeekday(day);
      if (wanted && inMonth(day)) {
        found.add(day);
      }
    }
    return found;
  }

  private List<LocalDate> daysOfMonth(YearMonth month) {
    List<LocalDate> found = new ArrayList<>();
    for (int i = 1; i <= month.lengthOfMonth(); i++) {
      LocalDate day = month.atDay(i);
      boolean wanted =
          (parts.days().isEmpty() && parts.monthDays().isEmpty())
              ? i == parts.start().getDayOfMonth()
              : (parts.monthDays().isEmpty() || isMonthDay(day))
                  && (parts.days().isEmpty()
                      || isNth(day, day.getDayOfMonth(), month.lengthOfMonth()));
      if (wanted) {
        found.add(day);
      }
    }
    return found;
  }

  private List<LocalDate> daysOfYear(int year) {
    boolean dayParts = !parts.days().isEmpty() || !parts.monthDays().isEmpty();
    if (!parts.days().isEmpty() && parts.months().isEmpty() && parts.monthDays().isEmpty()) {
      return nthDaysOfYear(year);
    }
    List<LocalDate> found = new ArrayList<>();
    for (int month = 1; month <= 12; month++) {
      boolean wanted =
          parts.months().isEmpty()
              ? dayParts || month == parts.start().getMonthValue()
              : parts.months().contains(month);
      if (wanted) {
        found.addAll(daysOfMonth(YearMonth.of(year, month)));
      }
    }
    return found;
  }

  private List<LocalDate> nthDaysOfYear(int year) {
    List<LocalDate> found = new ArrayList<>();
    LocalDate first = LocalDate.of(year, 1, 1);
    for (int i = 0; i < first.lengthOfYear(); i++) {
      LocalDate day = first.plusDays(i);
      if (isNth(day, i + 1, first.lengthOfYear())) {
        found.add(day);
      }
    }
    return found;
  }

  /** Whether a BYDAY entry names this day: the n-th of its weekday in a span, or every one. */
  private boolean isNth(LocalDate day, int number, int length) {
    int fromStart = (number - 1) / 7 + 1;
    int fromEnd = -((length - number) / 7 + 1);
    return parts.days().stream()
        .anyMatch(d ->
            d.weekday() == day.getDayOfWeek()
                && (d.ordinal() == 0 || d.ordinal() == fromStart || d.ordinal() == fromEnd));
  }

  private static List<LocalTime> timesOfDay(Parts parts) {
    SortedSet<Integer> hours = new TreeSet<>(parts.hours());
    if (hours.isEmpty() && parts.frequency() == Frequency.HOURLY) {
      for (int hour = 0; hour < 24; hour++) {
        hours.add(hour);
      }
    } else if (hours.isEmpty()) {
      hours.add(parts.start().getHour());
    }
    SortedSet<Integer> minutes = new TreeSet<>(parts.minutes());
    if (minutes.isEmpty()) {
      minutes.add(parts.start().getMinute());
    }
    List<LocalTime> times = new ArrayList<>();
    for (int hour : hours) {
      for (int minute : minutes) {
        times.add(LocalTime.of(hour, minute, parts.start().getSecond()));
      }
    }
    return List.copyOf(times);
  }
}
