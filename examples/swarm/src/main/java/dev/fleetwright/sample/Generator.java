package dev.fleetwright.sample;

import dev.fleetwright.component.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Puts numbered items into its queues, one every {@code everyMillis} (100), while enabled. */
final class Generator implements Bee {

  private static final long USUAL_MILLIS = 100;
  private static final long LONGEST_MILLIS = 60_000;
  private static final Duration AFTER_TROUBLE = Duration.ofMillis(200);

  private final WorkQueues queues;
  private final AtomicLong count = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread worker;
  private boolean enabled;
  private boolean stopped;
  private long everyMillis = USUAL_MILLIS;
  private volatile boolean well = true;

  Generator(WorkQueues queues) {
    this.queues = queues;
    this.worker = Thread.ofVirtual().name("generator").start(this::work);
  }

  @Override
  public void use(Settings settings) {
    long every = settings.number("everyMillis", USUAL_MILLIS, 1, LONGEST_MILLIS);
    lock.lock();
    try {
      enabled = settings.enabled();
      everyMillis = every;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void work() {
    try {
      while (true) {
        long pause = awaitTurn();
        if (pause < 0) {
          return;
        }
        long number = count.get() + 1;
        try {
          queues.put("item-" + number);
          count.set(number);
          well = true;
          Thread.sleep(pause);
        } catch (IOException e) {
          // Not confirmed: the same item is sent again, perhaps twice in all.
          well = false;
          Thread.sleep(AFTER_TROUBLE);
        }
      }
    } catch (InterruptedException e) {
      // It is being stopped.
    }
  }

  /** Waits until there is something to do; less than zero when there never will be again. */
  private long awaitTurn() throws InterruptedException {
    lock.lock();
    try {
      while (!enabled && !stopped) {
        changed.await();
      }
      return stopped ? -1 : everyMillis;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void stop() {
    lock.lock();
    try {
      stopped = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      worker.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isWell() {
    return well;
  }

  @Override
  public long count() {
    return count.get();
  }
}
