package dev.fleetwright.hub.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keys that have work due. A key stands in the queue once however often it is added, is worked on
 * by one worker at a time, and goes to the end when it is added while it is worked on: so a noisy
 * key delays no other, and the last change of a key is never lost.
 *
 * <p>The clock is given, and {@link #poll} never waits, so that a simulation can drive the queue by
 * itself.
 */
public final class KeyedQueue<K> {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final InstantSource clock;
  private final Backoff backoff;
  private final Duration longestWait;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final LinkedHashSet<K> ready = new LinkedHashSet<>();
  private final TreeMap<Instant, LinkedHashSet<K>> waiting = new TreeMap<>();
  private final Map<K, Instant> waitingUntil = new HashMap<>();
  private final Set<K> inWork = new HashSet<>();
  private final Set<K> again = new HashSet<>();
  private final Map<K, Integer> failures = new HashMap<>();
  private boolean closed;

  public KeyedQueue(InstantSource clock, Backoff backoff) {
    this(clock, backoff, LONGEST_WAIT);
  }

  KeyedQueue(InstantSource clock, Backoff backoff, Duration longestWait) {
    this.clock = clock;
    this.backoff = backoff;
    this.longestWait = longestWait;
  }

  /** There is work for this key now. */
  public void add(K key) {
    lock.lock();
    try {
      enqueue(key);
    } finally {
      lock.unlock();
    }
  }

  /**
   * There will be work for this key at that time, or before when it was or is added for an earlier
   * one.
   */
  public void addAt(K key, Instant due) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      if (!due.isAfter(clock.instant())) {
        enqueue(key);
        return;
      }
      Instant known = waitingUntil.get(key);
      if (known == null || due.isBefore(known)) {
        forgetWaiting(key);
        waitingUntil.put(key, due);
        waiting.computeIfAbsent(due, _ -> new LinkedHashSet<>()).add(key);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next key with work due, now in the caller's hands until {@link #done} or {@link #failed}.
   */
  public Optional<K> poll() {
    lock.lock();
    try {
      return Optional.ofNullable(next());
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #poll}, waiting until there is one; empty once the queue is closed. */
  public Optional<K> take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed) {
        K key = next();
        if (key != null) {
          return Optional.of(key);
        }
        if (waiting.isEmpty()) {
          changed.await();
        } else {
          changed.await(patience(), TimeUnit.MILLISECONDS);
        }
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Until the next key is due, but no longer than a moment: the wait does not notice when the clock
   * is set or the machine slept, so the clock is asked again.
   */
  private long patience() {
    Duration wait = Duration.between(clock.instant(), waiting.firstKey());
    return wait.compareTo(longestWait) > 0 ? longestWait.toMillis() : Math.max(1, wait.toMillis());
  }

  /** The work of this key went well; its count of failures starts anew. */
  public void done(K key) {
    lock.lock();
    try {
      failures.remove(key);
      release(key);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The work of this key failed; it comes again after the back-off, or at once when it was added
   * meanwhile.
   */
  public void failed(K key) {
    lock.lock();
    try {
      int count = failures.merge(key, 1, Integer::sum);
      boolean addedMeanwhile = again.contains(key);
      release(key);
      if (!addedMeanwhile) {
        addAt(key, clock.instant().plus(backoff.after(count)));
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * When the next key becomes due, for a simulation that moves its clock there. Empty when none is
   * waiting.
   */
  public Optional<Instant> nextDue() {
    lock.lock();
    try {
      if (!ready.isEmpty()) {
        return Optional.of(clock.instant());
      }
      return waiting.isEmpty() ? Optional.empty() : Optional.of(waiting.firstKey());
    } finally {
      lock.unlock();
    }
  }

  /** How many keys have work due or are worked on. */
  public int depth() {
    lock.lock();
    try {
      return ready.size() + inWork.size();
    } finally {
      lock.unlock();
    }
  }

  /** Nothing is handed out any more; those who wait return. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void enqueue(K key) {
    if (closed) {
      return;
    }
    forgetWaiting(key);
    if (inWork.contains(key)) {
      again.add(key);
    } else if (ready.add(key)) {
      changed.signal();
    }
  }

  private @Nullable K next() {
    Instant now = clock.instant();
    while (!waiting.isEmpty() && !waiting.firstKey().isAfter(now)) {
      for (K due : waiting.pollFirstEntry().getValue()) {
        waitingUntil.remove(due);
        enqueue(due);
      }
    }
    if (ready.isEmpty()) {
      return null;
    }
    K key = ready.removeFirst();
    inWork.add(key);
    return key;
  }

  private void release(K key) {
    inWork.remove(key);
    if (again.remove(key)) {
      enqueue(key);
    }
  }

  private void forgetWaiting(K key) {
    Instant due = waitingUntil.remove(key);
    if (due != null) {
      LinkedHashSet<K> keys = waiting.get(due);
      if (keys != null) {
        keys.remove(key);
        if (keys.isEmpty()) {
          waiting.remove(due);
        }
      }
    }
  }
}
