package dev.fleetwright.sample;

import dev.fleetwright.component.Settings;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes items, turns them into capitals with a {@code prefix} of its settings, and passes them on.
 * An item leaves its queue only when the next queue has it.
 */
final class Processor implements Bee {

  private static final int LONGEST_PREFIX = 100;

  private final WorkQueues queues;
  private final AtomicLong count = new AtomicLong();
  private volatile String prefix = "";

  Processor(WorkQueues queues) {
    this.queues = queues;
  }

  @Override
  public void use(Settings settings) throws IOException {
    String wanted = settings.text("prefix", "");
    if (wanted.length() > LONGEST_PREFIX) {
      throw new IllegalArgumentException("prefix has more than " + LONGEST_PREFIX + " characters");
    }
    prefix = wanted;
    if (settings.enabled()) {
      queues.take(this::process);
    } else {
      queues.pause();
    }
  }

  private void process(String item) throws IOException {
    queues.put(prefix + item.toUpperCase(Locale.ROOT));
    count.incrementAndGet();
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
