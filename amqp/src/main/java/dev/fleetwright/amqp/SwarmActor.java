package dev.fleetwright.amqp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.store.RecordJson;
import dev.fleetwright.swarm.store.RecordStore;
import dev.fleetwright.swarm.store.SaveResult;
import dev.fleetwright.swarm.store.StoredRecord;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One swarm in one role: takes its inputs one after the other. For each: decide, save the record,
 * then do the effects, then acknowledge. A crash between any two of these is made good by the
 * protocol.
 */
final class SwarmActor<S, I> {

  private static final Logger LOG = LoggerFactory.getLogger(SwarmActor.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private record Job<I>(I input, Runnable done, Consumer<Problem> refused) {}

  /** What became of an input. */
  private enum Taken {
    DONE,
    REFUSED,
    STOPPED
  }

  private final String swarmId;
  private final SwarmRole<S, I> role;
  private final RecordStore store;
  private final Clock clock;
  private final ScheduledExecutorService timer;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition handedBack = lock.newCondition();
  private final ArrayDeque<Job<I>> jobs = new ArrayDeque<>();
  private @Nullable Thread worker;

  /** Whether {@link #worker} is a caller, who does one input itself. */
  private boolean lent;

  private boolean stopped;

  // Only the worker touches these; there is one at a time, and the lock hands over.
  private @Nullable S state;
  private @Nullable Record saved;
  private @Nullable String version;
  private @Nullable ScheduledFuture<?> wake;
  private long wakes;
  private Instant wakeAt = Instant.MAX;
  private volatile @Nullable S shown;

  SwarmActor(
      String swarmId,
      SwarmRole<S, I> role,
      RecordStore store,
      Clock clock,
      ScheduledExecutorService timer) {
    this.swarmId = swarmId;
    this.role = role;
    this.store = store;
    this.clock = clock;
    this.timer = timer;
  }

  void tell(I input) {
    tell(input, () -> {}, _ -> {});
  }

  /**
   * Takes the input when its turn comes.
   *
   * @param done runs once the record is saved and the effects are done
   * @param refused runs when the role cannot deal with the input at all
   */
  void tell(I input, Runnable done, Consumer<Problem> refused) {
    Job<I> job = new Job<>(input, done, refused);
    lock.lock();
    try {
      if (stopped) {
        return;
      }
      if (worker != null || !jobs.isEmpty() || state == null || !role.isPassing(input)) {
        jobs.add(job);
        startWorker();
        return;
      }
      worker = Thread.currentThread();
      lent = true;
    } finally {
      lock.unlock();
    }
    takeInPassing(job);
  }

  /** Called with the lock held. */
  private void startWorker() {
    if (worker == null && !stopped && !jobs.isEmpty()) {
      worker = Thread.ofVirtual().name("swarm-" + swarmId).start(this::work);
    }
  }

  /**
   * Most messages change nothing that is stored, and handing them to another thread costs more than
   * dealing with them. One that turns out to change something waits for nobody here: the worker
   * decides it anew.
   */
  private void takeInPassing(Job<I> job) {
    boolean done = false;
    try {
      SwarmRole.Turn<S> turn = role.apply(current(), job.input(), clock.instant());
      if (role.recordOf(turn.state()).equals(saved)) {
        done = true;
        state = turn.state();
        shown = turn.state();
        perform(turn.effects());
        job.done().run();
        scheduleWake();
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} leaves an input to its worker", swarmId, e);
    } finally {
      lock.lock();
      try {
        if (!done && !stopped) {
          jobs.addFirst(job);
        }
        worker = null;
        lent = false;
        handedBack.signalAll();
        startWorker();
      } finally {
        lock.unlock();
      }
    }
  }

  /** The state after the last input. */
  Optional<S> state() {
    return Optional.ofNullable(shown);
  }

  /** Takes no further input; completes when the one in hand is done. */
  CompletableFuture<Void> stop() {
    Thread last;
    boolean borrowed;
    lock.lock();
    try {
      stopped = true;
      jobs.clear();
      last = worker;
      borrowed = lent;
      ScheduledFuture<?> pending = wake;
      if (pending != null) {
        pending.cancel(false);
      }
    } finally {
      lock.unlock();
    }
    if (last == null || last.equals(Thread.currentThread())) {
      return CompletableFuture.completedFuture(null);
    }
    if (borrowed) {
      return CompletableFuture.runAsync(this::awaitHandedBack, Thread::startVirtualThread);
    }
    last.interrupt();
    return CompletableFuture.runAsync(() -> joinQuietly(last), Thread::startVirtualThread);
  }

  private void awaitHandedBack() {
    lock.lock();
    try {
      long left = PATIENCE.toNanos();
      while (lent && left > 0) {
        left = handedBack.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  private static void joinQuietly(Thread thread) {
    try {
      thread.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    while (true) {
      Job<I> job;
      lock.lock();
      try {
        job = stopped ? null : jobs.poll();
        if (job == null) {
          worker = null;
          return;
        }
      } finally {
        lock.unlock();
      }
      try {
        switch (take(job.input())) {
          case DONE -> {
            job.done().run();
            scheduleWake();
          }
          case REFUSED ->
              job.refused()
                  .accept(
                      new Problem(
                          "not-taken",
                          "",
                          "the role of " + swarmId + " failed on this message",
                          "see the log at this time"));
          case STOPPED -> {}
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Stays with the input until it is saved, or the actor is stopped. */
  private Taken take(I input) throws InterruptedException {
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        SwarmRole.Turn<S> turn = role.apply(current(), input, clock.instant());
        if (save(turn.state(), role.isLazy(input))) {
          state = turn.state();
          shown = turn.state();
          perform(turn.effects());
          return Taken.DONE;
        }
        LOG.warn("the record of {} was changed by somebody else; reading it again", swarmId);
        state = null;
      } catch (IOException e) {
        LOG.warn("the record of {} cannot be stored, trying again: {}", swarmId, e.getMessage());
        state = null;
      } catch (RuntimeException e) {
        LOG.error("{} cannot take {}", swarmId, input, e);
        return Taken.REFUSED;
      }
      Thread.sleep(pause);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0
              ? LONGEST_PAUSE
              : pause.multipliedBy(2);
      if (isStopped()) {
        return Taken.STOPPED;
      }
    }
  }

  /** The record is saved: an effect that fails is made good by the protocol, not by repeating. */
  private void perform(Runnable effects) {
    try {
      effects.run();
    } catch (RuntimeException e) {
      LOG.error("an effect of {} failed", swarmId, e);
    }
  }

  private S current() throws IOException {
    S known = state;
    if (known != null) {
      return known;
    }
    Optional<StoredRecord> stored = store.load(role.recordId(swarmId));
    S loaded =
        stored.map(record -> role.restore(record.content())).orElseGet(() -> role.fresh(swarmId));
    version = stored.map(StoredRecord::version).orElse(null);
    saved = stored.isPresent() ? role.recordOf(loaded) : null;
    state = loaded;
    return loaded;
  }

  /** False when the stored record is not the one that was read. */
  private boolean save(S next, boolean lazy) throws IOException {
    Record record = role.recordOf(next);
    if (lazy || record.equals(saved)) {
      return true;
    }
    JsonNode json = RecordJson.write(record);
    return switch (store.save(role.recordId(swarmId), json, version)) {
      case SaveResult.Saved(String newVersion) -> {
        version = newVersion;
        saved = record;
        yield true;
      }
      case SaveResult.Stale() -> false;
    };
  }

  private void scheduleWake() {
    S now = state;
    if (now == null) {
      return;
    }
    Instant time = clock.instant();
    Optional<Instant> next = role.nextWake(now, time);
    lock.lock();
    try {
      ScheduledFuture<?> before = wake;
      if (before != null && !before.isDone()) {
        if (next.isPresent() && !next.get().isBefore(wakeAt)) {
          // It wakes in time already, and looks then when the next time is.
          return;
        }
        before.cancel(false);
      }
      wake = null;
      if (!stopped && next.isPresent() && !timer.isShutdown()) {
        wakeAt = next.get();
        Duration wait = Duration.between(time, next.get());
        Duration bounded = wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait;
        long mine = ++wakes;
        wake = timer.schedule(() -> fire(mine), bounded.toNanos(), TimeUnit.NANOSECONDS);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Forgets the wake before it tells: whoever deals with it must find that none is due. */
  private void fire(long mine) {
    lock.lock();
    try {
      if (mine == wakes) {
        wake = null;
      }
    } finally {
      lock.unlock();
    }
    tell(role.tick());
  }

  private boolean isStopped() {
    lock.lock();
    try {
      return stopped;
    } finally {
      lock.unlock();
    }
  }
}
