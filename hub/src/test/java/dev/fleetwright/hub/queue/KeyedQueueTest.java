package dev.fleetwright.hub.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class KeyedQueueTest {

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final KeyedQueue<String> queue =
      new KeyedQueue<>(() -> now, new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(4)));

  @Test
  void aKeyStandsInTheQueueOnceHoweverOftenItIsAdded() {
    queue.add("a");
    queue.add("b");
    queue.add("a");
    assertThat(queue.poll()).contains("a");
    assertThat(queue.poll()).contains("b");
    assertThat(queue.poll()).isEmpty();
  }

  @Test
  void aKeyAddedWhileInWorkComesAgainAndNotBefore() {
    queue.add("a");
    queue.poll();
    queue.add("a");
    assertThat(queue.poll()).isEmpty();
    queue.done("a");
    assertThat(queue.poll()).contains("a");
    queue.done("a");
    assertThat(queue.poll()).isEmpty();
  }

  @Test
  void aNoisyKeyDelaysNoOther() {
    queue.add("noisy");
    queue.poll();
    queue.add("noisy");
    queue.add("quiet");
    queue.done("noisy");
    assertThat(queue.poll()).contains("quiet");
    assertThat(queue.poll()).contains("noisy");
  }

  @Test
  void failuresBackOffByDoublingUpToALimitAndSuccessStartsAnew() {
    queue.add("a");
    for (int seconds : new int[] {1, 2, 4, 4}) {
      assertThat(queue.poll()).contains("a");
      queue.failed("a");
      assertThat(queue.poll()).isEmpty();
      assertThat(queue.nextDue()).contains(now.plusSeconds(seconds));
      now = now.plusSeconds(seconds);
    }
    assertThat(queue.poll()).contains("a");
    queue.done("a");
    queue.add("a");
    queue.poll();
    queue.failed("a");
    assertThat(queue.nextDue()).contains(now.plusSeconds(1));
  }

  @Test
  void theEarliestOfSeveralTimesCounts() {
    queue.addAt("a", now.plusSeconds(10));
    queue.addAt("a", now.plusSeconds(5));
    queue.addAt("a", now.plusSeconds(20));
    now = now.plusSeconds(5);
    assertThat(queue.poll()).contains("a");
    queue.done("a");
    now = now.plusSeconds(60);
    assertThat(queue.poll()).isEmpty();
  }

  @Test
  void workThatIsDueNowForgetsTheLaterTime() {
    queue.addAt("a", now.plusSeconds(5));
    queue.add("a");
    assertThat(queue.poll()).contains("a");
    queue.done("a");
    assertThat(queue.nextDue()).isEmpty();
  }

  @Test
  void aTimeThatComesWhileTheKeyIsInWorkIsNotLost() {
    queue.add("a");
    queue.poll();
    queue.addAt("a", now.plusSeconds(1));
    now = now.plusSeconds(2);
    assertThat(queue.poll()).isEmpty();
    queue.done("a");
    assertThat(queue.poll()).contains("a");
  }

  @Test
  void aClockThatIsSetWhileSomebodyWaitsIsNoticed() throws Exception {
    AtomicReference<Instant> time = new AtomicReference<>(now);
    KeyedQueue<String> waiting =
        new KeyedQueue<>(time::get, Backoff.DEFAULT, Duration.ofMillis(10));
    waiting.addAt("a", now.plus(Duration.ofDays(1)));
    CompletableFuture<Optional<String>> taken = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            taken.complete(waiting.take());
          } catch (InterruptedException e) {
            taken.completeExceptionally(e);
          }
        });
    Thread.sleep(50);
    assertThat(taken).isNotDone();
    time.set(now.minus(Duration.ofDays(1)));
    Thread.sleep(50);
    assertThat(taken).as("set back").isNotDone();
    time.set(now.plus(Duration.ofDays(2)));
    assertThat(taken.get(10, TimeUnit.SECONDS)).contains("a");
  }

  @Test
  void aClosedQueueHandsOutNothingAndWakesThoseWhoWait() throws InterruptedException {
    Thread waiter = Thread.ofVirtual().unstarted(() -> assertTakesNothing());
    waiter.start();
    queue.close();
    waiter.join();
    queue.add("a");
    assertThat(queue.take()).isEmpty();
  }

  private void assertTakesNothing() {
    try {
      assertThat(queue.take()).isEmpty();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void manyWorkersNeverHoldOneKeyTwiceAndEveryAddIsFollowedByWork() throws InterruptedException {
    KeyedQueue<Integer> shared = new KeyedQueue<>(Instant::now, Backoff.DEFAULT);
    Map<Integer, AtomicInteger> holders = new ConcurrentHashMap<>();
    Map<Integer, AtomicInteger> changes = new ConcurrentHashMap<>();
    Map<Integer, Integer> seen = new ConcurrentHashMap<>();
    for (int key = 0; key < 20; key++) {
      holders.put(key, new AtomicInteger());
      changes.put(key, new AtomicInteger());
    }
    List<Thread> workers = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      workers.add(Thread.ofVirtual().start(() -> work(shared, holders, changes, seen, wrong)));
    }
    RandomGenerator random = new java.util.Random(7);
    Map<Integer, Integer> expected = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      int key = random.nextInt(20);
      expected.merge(key, 1, Integer::sum);
      changes.getOrDefault(key, new AtomicInteger()).incrementAndGet();
      shared.add(key);
    }
    while (!expected.equals(seen)) {
      Thread.sleep(1);
    }
    shared.close();
    for (Thread worker : workers) {
      worker.join();
    }
    assertThat(wrong).isEmpty();
  }

  private static void work(
      KeyedQueue<Integer> shared,
      Map<Integer, AtomicInteger> holders,
      Map<Integer, AtomicInteger> changes,
      Map<Integer, Integer> seen,
      List<String> wrong) {
    try {
      for (Optional<Integer> key = shared.take(); key.isPresent(); key = shared.take()) {
        AtomicInteger holder = holders.getOrDefault(key.get(), new AtomicInteger());
        if (holder.incrementAndGet() != 1) {
          synchronized (wrong) {
            wrong.add("held twice: " + key.get());
          }
        }
        seen.put(key.get(), changes.getOrDefault(key.get(), new AtomicInteger()).get());
        Thread.sleep(0, 1_000);
        holder.decrementAndGet();
        shared.done(key.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
