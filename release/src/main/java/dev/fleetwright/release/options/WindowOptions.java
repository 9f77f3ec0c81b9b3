package dev.fleetwright.release.options;

import dev.fleetwright.model.Checked;
import dev.fleetwright.model.Problem;
import dev.fleetwright.release.time.AbsoluteWindow;
import dev.fleetwright.release.time.Micros;
import dev.fleetwright.release.time.Occurrence;
import dev.fleetwright.release.time.Recurrence;
import dev.fleetwright.release.time.RecurrenceParser;
import dev.fleetwright.release.time.RecurringWindow;
import dev.fleetwright.release.time.WeeklyWindow;
import dev.fleetwright.release.time.Window;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads windows: weekly by days and times, recurring by a rule, or once by two moments. */
public final class WindowOptions {

  private static final List<String> DAY_NAMES =
      List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");

  private WindowOptions() {}

  /** Those that could be read; the rest became problems. */
  public static List<Window> read(Options rule, String name, ZoneId zone) {
    List<Window> windows = new ArrayList<>();
    for (Options options : rule.mappings(name)) {
      ZoneId own = options.has("timezone") ? options.zone("timezone") : zone;
      Window window = window(options, own);
      options.text("timezone");
      options.rejectUnknown();
      if (window != null) {
        windows.add(window);
      }
    }
    return windows;
  }

  private static @Nullable Window window(Options options, ZoneId zone) {
    boolean recurring = options.has("recurrence");
    boolean once = options.has("startsAt") || options.has("endsAt");
    boolean weekly = options.has("days") || options.has("from") || options.has("to");
    if ((recurring ? 1 : 0) + (once ? 1 : 0) + (weekly ? 1 : 0) != 1) {
      options.text("name");
      List.of("recurrence", "durationMinutes", "startsAt", "endsAt", "days", "from", "to")
          .forEach(known -> options.ignore(known));
      options.problem(
          "bad-window",
          "",
          "a window has either days, from and to, or a recurrence, or startsAt and endsAt",
          "write one of the three");
      return null;
    }
    String name = options.text("name");
    if (recurring) {
      return recurring(options, name, zone);
    }
    return once ? once(options, name) : weekly(options, name, zone);
  }

  private static @Nullable Window recurring(Options options, @Nullable String name, ZoneId zone) {
    String text = options.required("recurrence");
    long duration = options.requiredMinutes("durationMinutes");
    if (duration == 0 && options.has("durationMinutes")) {
      neverOpens(options, "durationMinutes", "a window of no length never opens");
    }
    Checked<Recurrence> recurrence =
        RecurrenceParser.parse(text, options.pathOf("recurrence"), zone);
    return switch (recurrence) {
      case Checked.Valid<Recurrence>(Recurrence rule) ->
          duration > 0
              ? new RecurringWindow(name == null ? text : name, rule, duration, zone)
              : null;
      case Checked.Invalid<Recurrence>(List<Problem> found) -> {
        options.problems(found);
        yield null;
      }
    };
  }

  private static @Nullable Window once(Options options, @Nullable String name) {
    options.required("startsAt");
    options.required("endsAt");
    Long start = options.time("startsAt");
    Long end = options.time("endsAt");
    if (start == null || end == null) {
      return null;
    }
    if (end <= start) {
      neverOpens(options, "endsAt", "it ends before it starts");
      return null;
    }
    String shown = Micros.text(start) + "/" + Micros.text(end);
    return new AbsoluteWindow(name == null ? shown : name, new Occurrence(start, end));
  }

  private static @Nullable Window weekly(Options options, @Nullable String name, ZoneId zone) {
    Set<DayOfWeek> days = days(options);
    String fromText = options.text("from", "00:00");
    String toText = options.text("to", "24:00");
    int from = minute(options, "from", fromText, 1439);
    int to = minute(options, "to", toText, 1440);
    if (days.isEmpty() || from < 0 || to < 0) {
      return null;
    }
    if (from == to) {
      neverOpens(options, "to", "it closes at the minute it opens");
      return null;
    }
    String shown =
        (options.has("days") ? String.join(",", options.texts("days")) + " " : "")
            + fromText
            + "-"
            + toText;
    return new WeeklyWindow(name == null ? shown : name, days, from, to, zone);
  }

  private static Set<DayOfWeek> days(Options options) {
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    List<String> written = options.texts("days");
    if (!options.has("days")) {
      return EnumSet.allOf(DayOfWeek.class);
    }
    for (int i = 0; i < written.size(); i++) {
      String[] range = written.get(i).split("-", -1);
      DayOfWeek first = day(range[0]);
      DayOfWeek last = day(range[range.length - 1]);
      if (first == null || last == null || range.length > 2) {
        options.problem(
            "unknown-day",
            "days[" + i + "]",
            "\"" + written.get(i) + "\" is no day",
            "use " + String.join(", ", DAY_NAMES) + ", or a range such as Mon-Fri");
        continue;
      }
      for (DayOfWeek day = first; ; day = day.plus(1)) {
        days.add(day);
        if (day == last) {
          break;
        }
      }
    }
    if (written.isEmpty()) {
      neverOpens(options, "days", "there are no days");
    }
    return days;
  }

  /** {@code Mon}, {@code Monday} and {@code mo} are one day. */
  private static @Nullable DayOfWeek day(String written) {
    String name = written.strip().toUpperCase(Locale.ROOT);
    for (DayOfWeek day : DayOfWeek.values()) {
      if (name.equals(day.name())
          || name.equals(day.name().substring(0, 3))
          || name.equals(day.name().substring(0, 2))) {
        return day;
      }
    }
    return null;
  }

  /** Minutes since midnight; -1 and a problem when it is no time of day. */
  private static int minute(Options options, String name, String text, int latest) {
    if (text.matches("\\d{1,2}:\\d{2}")) {
      int colon = text.indexOf(':');
      int minutes = Integer.parseInt(text.substring(colon + 1));
      int total = Integer.parseInt(text.substring(0, colon)) * 60 + minutes;
      if (minutes < 60 && total <= latest) {
        return total;
      }
    }
    options.problem(
        "bad-time-of-day",
        name,
        "\"" + text + "\" is no time of day",
        latest == 1440 ? "use 00:00 to 24:00" : "use 00:00 to 23:59");
    return -1;
  }

  private static void neverOpens(Options options, String name, String message) {
    options.problem(
        "window-never-opens",
        name,
        message,
        name.equals("to") ? "write 00:00 to 24:00 for a whole day" : "correct it");
  }
}
