package dev.fleetwright.apiserver.table;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/** Durations as kubectl shows them: 5s, 3m20s, 45m, 5h3m, 26h, 3d4h, 40d, 2y30d. */
public final class Age {
  private Age() {}

  /** The time from a timestamp to now; what is no timestamp is shown as it is. */
  public static String since(String timestamp, Instant now) {
    try {
      return text(Duration.between(OffsetDateTime.parse(timestamp).toInstant(), now));
    } catch (DateTimeParseException e) {
      return timestamp.isEmpty() ? "<unknown>" : "<invalid>";
    }
  }

  static String text(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 0) {
      return seconds < -2 ? "<invalid>" : "0s";
    }
    if (seconds < 120) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    if (minutes < 10) {
      return pair(minutes, "m", seconds % 60, "s");
    }
    if (minutes < 180) {
      return minutes + "m";
    }
    long hours = minutes / 60;
    if (hours < 8) {
      return pair(hours, "h", minutes % 60, "m");
    }
    if (hours < 48) {
      return hours + "h";
    }
    long days = hours / 24;
    if (days < 8) {
      return pair(days, "d", hours % 24, "h");
    }
    if (days < 730) {
      return days + "d";
    }
    return days < 8 * 365 ? pair(days / 365, "y", days % 365, "d") : days / 365 + "y";
  }

  private static String pair(long large, String largeUnit, long small, String smallUnit) {
    return large + largeUnit + (small == 0 ? "" : small + smallUnit);
  }
}
