package dev.fleetwright.release.time;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.model.Suggestion;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code FREQ=WEEKLY;BYDAY=MO,WE;BYHOUR=22}, with {@code RRULE:} and {@code DTSTART} lines
 * where people paste them from a calendar. Strict: a part that is unknown, twice or out of range is
 * a problem, never skipped, for a rule that is half understood would open at the wrong time.
 */
public final class RecurrenceParser {

  private static final int LONGEST_TEXT = 2_000;
  private static final int LARGEST_INTERVAL = 10_000;
  private static final int LARGEST_COUNT = 10_000;

  private static final List<String> PARTS =
      List.of(
          "FREQ",
          "INTERVAL",
          "BYDAY",
          "BYMONTH",
          "BYMONTHDAY",
          "BYHOUR",
          "BYMINUTE",
          "COUNT",
          "UNTIL",
          "DTSTART",
          "WKST");
  private static final Map<String, DayOfWeek> WEEKDAYS = weekdays();
  private static final Pattern DAY = Pattern.compile("([+-]?\\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)");
  private static final DateTimeFormatter DATE_TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT);

  /**
   * Rules without DTSTART count from here; only INTERVAL and COUNT would notice, and they need one.
   */
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  private final String path;
  private final ZoneId zone;
  private final List<Problem> problems = new ArrayList<>();

  private RecurrenceParser(String path, ZoneId zone) {
    this.path = path;
    this.zone = zone;
  }

  public static Checked<Recurrence> parse(String text, String path, ZoneId zone) {
    RecurrenceParser parser = new RecurrenceParser(path, zone);
    Recurrence recurrence = parser.read(text);
    return recurrence == null ? Checked.invalid(parser.problems) : Checked.valid(recurrence);
  }

  private @Nullable Recurrence read(String text) {
    if (text.length() > LONGEST_TEXT) {
      problem("it is longer than " + LONGEST_TEXT + " characters", "write one rule");
      return null;
    }
    Map<String, String> parts = split(text);
    Recurrence.Frequency frequency = frequency(parts.get("FREQ"));
    int interval = number(parts, "INTERVAL", 1, LARGEST_INTERVAL, 1);
    Integer count = parts.containsKey("COUNT") ? number(parts, "COUNT", 1, LARGEST_COUNT, 1) : null;
    LocalDateTime start = parts.containsKey("DTSTART") ? dateTime(parts, "DTSTART") : null;
    LocalDateTime until = parts.containsKey("UNTIL") ? dateTime(parts, "UNTIL") : null;
    List<Recurrence.Day> days = days(parts.get("BYDAY"), frequency);
    List<Integer> months = numbers(parts, "BYMONTH", 1, 12);
    List<Integer> monthDays = numbers(parts, "BYMONTHDAY", -31, 31);
    SortedSet<Integer> hours = new TreeSet<>(numbers(parts, "BYHOUR", 0, 23));
    SortedSet<Integer> minutes = new TreeSet<>(numbers(parts, "BYMINUTE", 0, 59));
    DayOfWeek weekStart = weekStart(parts.get("WKST"));
    if (frequency == Recurrence.Frequency.WEEKLY && !monthDays.isEmpty()) {
      problem("BYMONTHDAY has no meaning with FREQ=WEEKLY", "use FREQ=MONTHLY");
    }
    if (start == null && !parts.containsKey("DTSTART") && (interval > 1 || count != null)) {
      problem(
          "INTERVAL and COUNT count from a start, and there is none",
          "add DTSTART, e.g. DTSTART=20260105T220000");
    }
    if (!problems.isEmpty() || frequency == null) {
      return null;
    }
    if (start != null && until != null && until.isBefore(start)) {
      neverOpens("UNTIL is before DTSTART");
      return null;
    }
    Recurrence recurrence =
        new Recurrence(
            new Recurrence.Parts(
                frequency,
                interval,
                days,
                new TreeSet<>(months),
                monthDays,
                hours,
                minutes,
                weekStart,
                start == null ? EPOCH : start,
                until,
                count));
    if (!recurrence.everHappens()) {
      neverOpens("no day matches \"" + text + "\"");
      return null;
    }
    return recurrence;
  }

  private Map<String, String> split(String text) {
    Map<String, String> parts = new LinkedHashMap<>();
    for (String line : text.strip().split("\\R", -1)) {
      String upper = line.strip().toUpperCase(Locale.ROOT);
      if (upper.startsWith("DTSTART:") || upper.startsWith("DTSTART;")) {
        put(parts, "DTSTART", startProperty(upper, line.strip()));
        continue;
      }
      String rule = upper.startsWith("RRULE:") ? upper.substring(6) : upper;
      for (String part : rule.split(";", -1)) {
        if (part.isBlank()) {
          continue;
        }
        int equals = part.indexOf('=');
        if (equals <= 0 || equals == part.length() - 1) {
          problem("\"" + part + "\" is no part of a rule", "write NAME=value");
        } else {
          put(parts, part.substring(0, equals).strip(), part.substring(equals + 1).strip());
        }
      }
    }
    return parts;
  }

  /**
   * {@code DTSTART;TZID=Europe/Helsinki:20260105T220000}; another zone than the window's is
   * refused.
   */
  private String startProperty(String upper, String line) {
    int colon = upper.indexOf(':');
    if (colon < 0) {
      problem("DTSTART has no value", "write DTSTART:20260105T220000");
      return "";
    }
    String parameters = line.substring("DTSTART".length(), colon);
    if (!parameters.isEmpty()) {
      String zoneName =
          parameters.toUpperCase(Locale.ROOT).startsWith(";TZID=") ? parameters.substring(6) : "";
      if (!zoneName.equals(zone.getId())) {
        problem(
            "DTSTART is in \"" + parameters.substring(1) + "\", the window in " + zone.getId(),
            "set timezone to the zone of DTSTART");
      }
    }
    return upper.substring(colon + 1);
  }

  private void put(Map<String, String> parts, String name, String value) {
    if (!PARTS.contains(name)) {
      problem(
          "\"" + name + "\" is not supported",
          Suggestion.nearest(name, PARTS)
              .map(near -> "did you mean " + near + "?")
              .orElse("use " + String.join(", ", PARTS)));
    } else if (parts.put(name, value) != null) {
      problem(name + " is there twice", "keep one");
    }
  }

  private Recurrence.@Nullable Frequency frequency(@Nullable String value) {
    for (Recurrence.Frequency frequency : Recurrence.Frequency.values()) {
      if (frequency.name().equals(value)) {
        return frequency;
      }
    }
    problem(
        value == null ? "FREQ is missing" : "FREQ=" + value + " is not supported",
        "use FREQ=HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY");
    return null;
  }

  private List<Recurrence.Day> days(
      @Nullable String value, Recurrence.@Nullable Frequency frequency) {
    List<Recurrence.Day> days = new ArrayList<>();
    if (value == null) {
      return days;
    }
    boolean ordinals =
        frequency == Recurrence.Frequency.MONTHLY || frequency == Recurrence.Frequency.YEARLY;
    for (String entry : value.split(",", -1)) {
      Matcher matcher = DAY.matcher(entry.strip());
      if (!matcher.matches()) {
        problem("BYDAY=" + entry + " is no day", "use MO, TU, WE, TH, FR, SA, SU, or 2MO, -1FR");
        continue;
      }
      String ordinalText = matcher.group(1);
      int ordinal = ordinalText == null ? 0 : Integer.parseInt(ordinalText);
      if (ordinalText != null && (!ordinals || ordinal == 0 || Math.abs(ordinal) > 53)) {
        problem(
            "BYDAY=" + entry + " needs FREQ=MONTHLY or YEARLY and a number from 1 to 53",
            "leave the number out, or change FREQ");
        continue;
      }
      DayOfWeek weekday = WEEKDAYS.get(matcher.group(2));
      if (weekday != null) {
        days.add(new Recurrence.Day(ordinal, weekday));
      }
    }
    return days;
  }

  private DayOfWeek weekStart(@Nullable String value) {
    if (value == null) {
      return DayOfWeek.MONDAY;
    }
    DayOfWeek day = WEEKDAYS.get(value);
    if (day == null) {
      problem("WKST=" + value + " is no day", "use MO or SU");
      return DayOfWeek.MONDAY;
    }
    return day;
  }

  private List<Integer> numbers(Map<String, String> parts, String name, int least, int most) {
    List<Integer> found = new ArrayList<>();
    String value = parts.get(name);
    if (value != null) {
      for (String entry : value.split(",", -1)) {
        Integer number = integer(entry.strip());
        if (number == null || number < least || number > most || (number == 0 && least < 0)) {
          problem(name + "=" + entry + " is out of range", range(least, most));
        } else {
          found.add(number);
        }
      }
    }
    return found;
  }

  private int number(Map<String, String> parts, String name, int least, int most, int ifAbsent) {
    String value = parts.get(name);
    if (value == null) {
      return ifAbsent;
    }
    Integer number = integer(value);
    if (number == null || number < least || number > most) {
      problem(name + "=" + value + " is out of range", range(least, most));
      return ifAbsent;
    }
    return number;
  }

  private static String range(int least, int most) {
    return least < 0
        ? "use numbers from 1 to " + most + ", or negative ones from the end"
        : "use numbers from " + least + " to " + most;
  }

  private static @Nullable Integer integer(String text) {
    return text.matches("[+-]?\\d{1,6}") ? Integer.valueOf(text) : null;
  }

  /** A date alone is its first moment as a start and its last as an end. */
  private @Nullable LocalDateTime dateTime(Map<String, String> parts, String name) {
    String value = parts.getOrDefault(name, "");
    try {
      if (value.matches("\\d{8}")) {
        LocalDate day = LocalDate.parse(value, DateTimeFormatter.BASIC_ISO_DATE);
        return name.equals("UNTIL") ? day.atTime(23, 59, 59) : day.atStartOfDay();
      }
      if (value.endsWith("Z")) {
        Instant instant =
            LocalDateTime.parse(value.substring(0, value.length() - 1), DATE_TIME)
                .toInstant(ZoneOffset.UTC);
        return LocalDateTime.ofInstant(instant, zone);
      }
      return LocalDateTime.parse(value, DATE_TIME);
    } catch (DateTimeException e) {
      problem(name + "=" + value + " is no time", "write it as 20260105T220000, with Z for UTC");
      return null;
    }
  }

  private void problem(String message, String nextStep) {
    problems.add(new Problem("bad-recurrence", path, message, nextStep));
  }

  private void neverOpens(String message) {
    problems.add(
        new Problem(
            "window-never-opens", path, message, "change the rule so that some day matches"));
  }

  private static Map<String, DayOfWeek> weekdays() {
    Map<String, DayOfWeek> byName = new LinkedHashMap<>();
    for (DayOfWeek day : DayOfWeek.values()) {
      byName.put(day.name().substring(0, 2), day);
    }
    return byName;
  }
}
