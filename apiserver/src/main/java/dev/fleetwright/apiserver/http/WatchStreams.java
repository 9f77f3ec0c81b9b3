package dev.fleetwright.apiserver.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All open watches: ends them when the server stops, and cuts those off whose client does not read.
 */
final class WatchStreams implements AutoCloseable {
  private final Set<WatchStream> open = ConcurrentHashMap.newKeySet();
  private final Duration patience;
  private final Thread guard;
  private volatile boolean closed;

  /**
   * @param patience how long one write to a client may take
   */
  WatchStreams(Duration patience) {
    this.patience = patience;
    this.guard = Thread.ofVirtual().name("watch-guard").unstarted(this::guard);
    guard.start();
  }

  boolean isClosed() {
    return closed;
  }

  int size() {
    return open.size();
  }

  void add(WatchStream stream) {
    open.add(stream);
  }

  void remove(WatchStream stream) {
    open.remove(stream);
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
      open.forEach(stream -> stream.cutOffIfStuck(now, patience.toNanos()));
    }
  }

  @Override
  public void close() {
    closed = true;
    guard.interrupt();
    open.forEach(WatchStream::wake);
  }
}
