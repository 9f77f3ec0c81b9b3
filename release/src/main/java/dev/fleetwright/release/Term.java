package dev.fleetwright.release;

import dev.fleetwright.release.time.Micros;

/** Who said so, why, and for how long: from the start until just before the end. */
public record Term(String author, String reason, long startsAt, long expiresAt) {

  public boolean holdsAt(long time) {
    return startsAt <= time && time < expiresAt;
  }

  /** When that changes; {@link Micros#NEVER} when it does not any more. */
  public long changesAfter(long time) {
    if (time < startsAt) {
      return startsAt;
    }
    return time < expiresAt ? expiresAt : Micros.NEVER;
  }
}
