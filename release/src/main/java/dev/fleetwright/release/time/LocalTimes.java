package dev.fleetwright.release.time;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.List;

/**
 * The instant of a time on the wall. A time that a clock change skips becomes the moment of the
 * change; a time that comes twice is its first coming. So later wall times never become earlier
 * instants, and a window survives both days of the year.
 */
final class LocalTimes {

  private LocalTimes() {}

  static long resolve(LocalDateTime local, ZoneId zone) {
    ZoneRules rules = zone.getRules();
    List<ZoneOffset> offsets = rules.getValidOffsets(local);
    Instant instant =
        offsets.isEmpty()
            ? rules.getTransition(local).getInstant()
            : local.toInstant(offsets.getFirst());
    return Micros.of(instant);
  }

  static LocalDateTime at(long micros, ZoneId zone) {
    return LocalDateTime.ofInstant(Micros.toInstant(micros), zone);
  }
}
