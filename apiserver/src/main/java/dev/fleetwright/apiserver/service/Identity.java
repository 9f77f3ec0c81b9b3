package dev.fleetwright.apiserver.service;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Where times, uids and generated names come from; tests give their own. */
public final class Identity {
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  private final Clock clock;
  private final RandomGenerator random;

  public Identity(Clock clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /** The time as it stands in objects: seconds, in UTC. */
  String now() {
    return text(clock.instant());
  }

  /** An instant as it stands in objects. */
  public static String text(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  String uid() {
    long high = (random.nextLong() & ~0xF000L) | 0x4000L;
    long low = (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
    return new UUID(high, low).toString();
  }

  /** Five letters that make no words. */
  String suffix() {
    var text = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return text.toString();
  }
}
