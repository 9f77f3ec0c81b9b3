package dev.fleetwright.agent;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Tasks with the time at which they are due, each in the queue at most once; one worker takes them.
 * A task that is added while it is worked on comes again, so the last change is never missed.
 */
final class TaskQueue<T> {

  private record Due(long at, long order) {}

  private final Duration firstRetry;
  private final Duration longestRetry;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<T, Due> due = new HashMap<>();
  private final Map<T, Integer> failures = new HashMap<>();
  private long added;
  private boolean closed;

  TaskQueue(Duration firstRetry, Duration longestRetry) {
    this.firstRetry = firstRetry;
    this.longestRetry = longestRetry;
  }

  void add(T task) {
    add(task, Duration.ZERO);
  }

  /** The earlier of two times counts. */
  void add(T task, Duration delay) {
    lock.lock();
    try {
      Due wanted = new Due(System.nanoTime() + delay.toNanos(), added++);
      due.merge(task, wanted, (old, fresh) -> old.at() - fresh.at() <= 0 ? old : fresh);
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next task that is due; null once the queue is closed. */
  @Nullable T take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed) {
        Entry<T, Due> next =
            due.entrySet().stream()
                .min(
                    Comparator.comparing(
                        Entry::getValue,
                        (a, b) ->
                            a.at() != b.at()
                                ? Long.signum(a.at() - b.at())
                                : Long.compare(a.order(), b.order())))
                .orElse(null);
        long wait = next == null ? 0 : next.getValue().at() - System.nanoTime();
        if (next == null) {
          changed.await();
        } else if (wait > 0) {
          changed.await(wait, TimeUnit.NANOSECONDS);
        } else {
          due.remove(next.getKey());
          return next.getKey();
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  void succeeded(T task) {
    lock.lock();
    try {
      failures.remove(task);
    } finally {
      lock.unlock();
    }
  }

  /** Comes again after a while that doubles with every failure in a row. */
  void failed(T task) {
    lock.lock();
    try {
      int count = failures.merge(task, 1, Integer::sum);
      Duration wait = firstRetry.multipliedBy(1L << Math.min(count - 1, 20));
      add(task, wait.compareTo(longestRetry) > 0 ? longestRetry : wait);
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
