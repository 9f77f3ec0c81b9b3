package dev.fleetwright.cli.fleet;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command run until Ctrl-C or SIGTERM, and lets it close what it opened then. It is opened
 * first and so closed last: the process ends as soon as everything else is closed.
 */
final class UntilSignal implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 25;

  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  private UntilSignal() {}

  /** Listens from now on; tells when the process ends before all is closed. */
  static UntilSignal open(PrintStream err) {
    UntilSignal signal = new UntilSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> signal.end(err), "shutdown"));
    return signal;
  }

  // Not until the command's thread ends: that one waits for the hooks once it exits by itself.
  private void end(PrintStream err) {
    told.countDown();
    try {
      if (!closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        err.println("not everything could be closed in " + PATIENCE_SECONDS + " s");
        err.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns when the process is told to end; the caller has some seconds to clean up. */
  void await() throws InterruptedException {
    told.await();
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
