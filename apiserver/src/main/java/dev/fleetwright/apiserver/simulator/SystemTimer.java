package dev.fleetwright.apiserver.simulator;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Real time. */
final class SystemTimer implements Timer {
  private final ScheduledThreadPoolExecutor executor =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().name("simulator-timer").daemon(true).factory());

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the task only puts a key into a queue
  public void after(Duration delay, Runnable task) {
    try {
      executor.schedule(task, Math.max(0, delay.toMillis()), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // closed in between: nobody waits for it any more
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
