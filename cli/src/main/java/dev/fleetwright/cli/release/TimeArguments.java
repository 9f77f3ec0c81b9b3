package dev.fleetwright.cli.release;

import dev.fleetwright.release.time.Micros;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times and durations as people type them. */
final class TimeArguments {

  private static final Pattern PART = Pattern.compile("(\\d{1,9})(w|d|h|min|m|s)");
  private static final Duration LONGEST = Duration.ofDays(3_660);

  private TimeArguments() {}

  /** {@code 2026-03-01T10:00:00Z}, as microseconds. */
  static final class Time implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        return Micros.of(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from));
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'" + text + "' is no time; write it as 2026-03-01T10:00:00Z");
      }
    }
  }

  /** {@code 7d}, {@code 36h}, {@code 1d12h}, {@code 90m}, {@code PT36H}, as microseconds. */
  static final class Span implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      Duration duration = parse(text);
      if (duration == null || duration.isNegative() || duration.compareTo(LONGEST) > 0) {
        throw new TypeConversionException(
            "'" + text + "' is no duration up to ten years; write it as 7d, 36h or 90m");
      }
      return duration.toSeconds() * Micros.PER_SECOND;
    }

    private static @org.jspecify.annotations.Nullable Duration parse(String text) {
      if (text.startsWith("P")) {
        try {
          return Duration.parse(text);
        } catch (DateTimeException e) {
          return null;
        }
      }
      Matcher matcher = PART.matcher(text);
      Duration total = Duration.ZERO;
      int end = 0;
      while (matcher.find() && matcher.start() == end) {
        long amount = Long.parseLong(matcher.group(1));
        total =
            total.plus(
                switch (matcher.group(2)) {
                  case "w" -> Duration.ofDays(7 * amount);
                  case "d" -> Duration.ofDays(amount);
                  case "h" -> Duration.ofHours(amount);
                  case "s" -> Duration.ofSeconds(amount);
                  default -> Duration.ofMinutes(amount);
                });
        end = matcher.end();
      }
      return end == text.length() && end > 0 ? total : null;
    }
  }
}
