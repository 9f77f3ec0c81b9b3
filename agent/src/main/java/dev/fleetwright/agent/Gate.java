package dev.fleetwright.agent;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets a few in at a time, so that a process that serves a thousand clusters does not ask all of
 * them at once when it starts. Whoever stays long makes room for the next one all the same: a
 * cluster that does not answer holds up nobody.
 */
final class Gate {

  private final Semaphore places;
  private final Duration patience;

  /**
   * @param patience how long one can stay before its place is given to another
   */
  Gate(int places, Duration patience) {
    this.places = new Semaphore(places, true);
    this.patience = patience;
  }

  /** Ends the stay. */
  interface Pass extends AutoCloseable {
    @Override
    void close();
  }

  Pass enter() throws InterruptedException {
    places.acquire();
    AtomicBoolean over = new AtomicBoolean();
    Pass pass =
        () -> {
          if (over.compareAndSet(false, true)) {
            places.release();
          }
        };
    Thread warden = Thread.ofVirtual().start(() -> closeLater(pass));
    return () -> {
      pass.close();
      warden.interrupt();
    };
  }

  private void closeLater(Pass pass) {
    try {
      Thread.sleep(patience);
      pass.close();
    } catch (InterruptedException e) {
      // it was left in time
    }
  }
}
