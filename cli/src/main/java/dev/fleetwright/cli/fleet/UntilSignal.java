package dev.fleetwright.cli.fleet;

import java.util.concurrent.CountDownLatch;

/** Lets a command run until Ctrl-C or SIGTERM, and lets it close what it opened then. */
final class UntilSignal {

  private static final int PATIENCE_MILLIS = 25_000;

  private UntilSignal() {}

  /** Returns when the process is told to end; the caller has some seconds to clean up. */
  static void await() throws InterruptedException {
    CountDownLatch told = new CountDownLatch(1);
    Thread waiting = Thread.currentThread();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  told.countDown();
                  try {
                    waiting.join(PATIENCE_MILLIS);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                },
                "shutdown"));
    told.await();
  }
}
