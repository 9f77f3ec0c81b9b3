package dev.fleetwright.apiserver.schema;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.regex.Pattern;

/** The string formats that are enforced; others are taken as remarks, as Kubernetes does. */
final class Formats {
  private static final Pattern UUID =
      Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
  private static final Pattern IPV4 =
      Pattern.compile("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}");
  private static final Pattern DURATION =
      Pattern.compile("[-+]?(\\d+(\\.\\d*)?\\s*(ns|us|µs|ms|s|m|h|d|w)\\s*)+|0");

  private Formats() {}

  static boolean fits(String format, String text) {
    return switch (format) {
      case "date-time" -> parses(() -> OffsetDateTime.parse(text.replace(' ', 'T')));
      case "date" -> parses(() -> LocalDate.parse(text));
      case "uuid" -> UUID.matcher(text).matches();
      case "ipv4" -> IPV4.matcher(text).matches();
      case "duration" -> text.length() < 100 && DURATION.matcher(text).matches();
      case "byte" -> base64(text);
      default -> true;
    };
  }

  private static boolean base64(String text) {
    try {
      Base64.getMimeDecoder().decode(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean parses(Runnable parse) {
    try {
      parse.run();
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
