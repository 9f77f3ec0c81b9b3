package dev.fleetwright.apiserver.simulator;

import java.time.Duration;

/** Does things later; tests decide when later is. */
public interface Timer extends AutoCloseable {
  void after(Duration delay, Runnable task);

  @Override
  void close();
}
