package dev.fleetwright.apiserver;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what other threads bring about. */
final class Eventually {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Eventually() {}

  static void holds(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("did not come about");
      }
      Thread.sleep(10);
    }
  }
}
