package dev.fleetwright.amqp;

import java.time.Duration;

/** How long to wait before the next attempt to connect: doubling, with an end. */
public record ReconnectDelays(Duration first, Duration longest) {

  public static final ReconnectDelays DEFAULT =
      new ReconnectDelays(Duration.ofMillis(200), Duration.ofSeconds(10));

  Duration after(int failures) {
    Duration wait = first.multipliedBy(1L << Math.clamp(failures, 0, 16));
    return wait.compareTo(longest) > 0 ? longest : wait;
  }
}
