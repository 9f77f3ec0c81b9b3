package dev.fleetwright.sample;

import dev.fleetwright.component.Settings;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** Takes items and counts them; the last one can be looked at. */
final class Sink implements Bee {

  private final WorkQueues queues;
  private final AtomicLong count = new AtomicLong();
  private volatile String last = "";

  Sink(WorkQueues queues) {
    this.queues = queues;
  }

  @Override
  public void use(Settings settings) throws IOException {
    if (settings.enabled()) {
      queues.take(item -> {
        last = item;
        count.incrementAndGet();
      });
    } else {
      queues.pause();
    }
  }

  String last() {
    return last;
  }

  @Override
  public void stop() {
    queues.close();
  }

  @Override
  public boolean isWell() {
    return queues.isOpen();
  }

  @Override
  public long count() {
    return count.get();
  }
}
