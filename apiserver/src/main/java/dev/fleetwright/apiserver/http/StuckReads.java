package dev.fleetwright.apiserver.http;

import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Cuts off clients that send their headers or body so slowly that they only mean to hold a
 * connection. The web server itself sees to connections on which nothing comes at all.
 */
final class StuckReads implements Http1ConnectionListener, AutoCloseable {
  private final Map<Thread, Long> reading = new ConcurrentHashMap<>();
  private final Duration patience;
  private final Thread guard;
  private volatile boolean closed;

  /**
   * @param patience how long headers may take, and then the body
   */
  StuckReads(Duration patience) {
    this.patience = patience;
    this.guard = Thread.ofVirtual().name("read-guard").unstarted(this::guard);
    guard.start();
  }

  /** A time in which the calling thread reads from its client. */
  interface Reading extends AutoCloseable {
    @Override
    void close();
  }

  Reading watch() {
    Thread thread = Thread.currentThread();
    reading.put(thread, System.nanoTime());
    return () -> reading.remove(thread);
  }

  /** The first line has come, on the thread of the connection. */
  @Override
  public void prologue(ConnectionContext context, HttpPrologue prologue) {
    reading.put(Thread.currentThread(), System.nanoTime());
  }

  @Override
  public void headers(ConnectionContext context, Headers headers) {
    reading.remove(Thread.currentThread());
  }

  private void guard() {
    long pause = Math.max(50, patience.toMillis() / 4);
    while (!closed) {
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        return;
      }
      long now = System.nanoTime();
      reading.forEach((thread, since) -> {
        if (!thread.isAlive()) {
          reading.remove(thread);
        } else if (now - since > patience.toNanos() && reading.remove(thread, since)) {
          // Interrupting a virtual thread in a read closes its connection.
          thread.interrupt();
        }
      });
    }
  }

  @Override
  public void close() {
    closed = true;
    guard.interrupt();
  }
}
