package dev.fleetwright.release.time;

import java.time.Instant;

/**
 * Times as microseconds since 1970: compared without allocation in the loops that run once per rule
 * and release. Finer digits are cut off on both sides of a comparison.
 */
public final class Micros {

  /** Later than every time: nothing is expected to happen. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Earlier than every time: it has always been so. */
  public static final long ALWAYS = Long.MIN_VALUE;

  public static final long PER_SECOND = 1_000_000L;
  public static final long PER_MINUTE = 60 * PER_SECOND;

  private Micros() {}

  public static long of(Instant time) {
    long seconds = time.getEpochSecond();
    if (Math.abs(seconds) > Long.MAX_VALUE / PER_SECOND - 1) {
      return seconds > 0 ? NEVER : ALWAYS;
    }
    return seconds * PER_SECOND + time.getNano() / 1_000;
  }

  public static Instant toInstant(long micros) {
    if (micros == NEVER) {
      return Instant.MAX;
    }
    if (micros == ALWAYS) {
      return Instant.MIN;
    }
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, PER_SECOND), Math.floorMod(micros, PER_SECOND) * 1_000);
  }

  /** The time as RFC 3339 writes it. */
  public static String text(long micros) {
    return toInstant(micros).toString();
  }

  /** A sum that stops at the ends of time instead of wrapping around. */
  public static long plus(long time, long duration) {
    if (time == NEVER || time == ALWAYS) {
      return time;
    }
    long sum = time + duration;
    if (((time ^ sum) & (duration ^ sum)) < 0) {
      return duration > 0 ? NEVER : ALWAYS;
    }
    return sum;
  }

  /** {@code 1d 2h 3min}, for messages. */
  public static String durationText(long micros) {
    long seconds = micros / PER_SECOND;
    StringBuilder out = new StringBuilder();
    append(out, seconds / 86_400, "d");
    append(out, seconds / 3_600 % 24, "h");
    append(out, seconds / 60 % 60, "min");
    append(out, seconds % 60, "s");
    return out.isEmpty() ? "0min" : out.toString();
  }

  private static void append(StringBuilder out, long amount, String unit) {
    if (amount > 0) {
      out.append(out.isEmpty() ? "" : " ").append(amount).append(unit);
    }
  }
}
