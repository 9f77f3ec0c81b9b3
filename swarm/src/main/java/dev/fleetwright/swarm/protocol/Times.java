package dev.fleetwright.swarm.protocol;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * Times as they stand in bodies. The form that everybody sends, {@code 2025-09-12T12:30:00.123Z},
 * is read by hand: each status has several, and the general parser takes longer than all the rest.
 */
final class Times {

  private static final int SHORTEST = 20;
  private static final int LONGEST = 30;
  private static final int SECONDS_END = SHORTEST - 1;
  private static final int DAY_SECONDS = 86_400;

  private Times() {}

  /** Empty when the text is no time. */
  static Optional<Instant> read(String text) {
    try {
      return Optional.of(isUsual(text) ? usual(text) : OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Whether the text is a time. */
  static boolean isTime(String text) {
    return (isUsual(text) && hasUsualDate(text)) || read(text).isPresent();
  }

  /** Days that every month has; the others are looked up. */
  private static boolean hasUsualDate(String text) {
    int month = number(text, 5, 7);
    int day = number(text, 8, 10);
    return month >= 1 && month <= 12 && day >= 1 && day <= 28;
  }

  private static boolean isUsual(String text) {
    int length = text.length();
    if (length < SHORTEST || length > LONGEST || text.charAt(length - 1) != 'Z') {
      return false;
    }
    for (int i = 0; i < length - 1; i++) {
      char expected =
          switch (i) {
            case 4, 7 -> '-';
            case 10 -> 'T';
            case 13, 16 -> ':';
            case SECONDS_END -> '.';
            default -> '0';
          };
      char c = text.charAt(i);
      if (expected == '0' ? c < '0' || c > '9' : c != expected) {
        return false;
      }
    }
    // A point needs digits, and only the general parser knows about 24:00 and leap seconds.
    return length != SHORTEST + 1
        && number(text, 11, 13) < 24
        && number(text, 14, 16) < 60
        && number(text, 17, 19) < 60;
  }

  private static Instant usual(String text) {
    long day =
        LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)).toEpochDay();
    long second = number(text, 11, 13) * 3_600L + number(text, 14, 16) * 60L + number(text, 17, 19);
    int nanos = 0;
    for (int i = SHORTEST; i < LONGEST - 1; i++) {
      nanos = nanos * 10 + (i < text.length() - 1 ? text.charAt(i) - '0' : 0);
    }
    return Instant.ofEpochSecond(day * DAY_SECONDS + second, nanos);
  }

  private static int number(String text, int from, int to) {
    int value = 0;
    for (int i = from; i < to; i++) {
      value = value * 10 + (text.charAt(i) - '0');
    }
    return value;
  }
}
