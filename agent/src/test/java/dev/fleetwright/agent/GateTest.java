package dev.fleetwright.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GateTest {

  @Test
  void noMoreThanItsPlacesAreInsideAtOnceAndAllGetIn() throws Exception {
    Gate gate = new Gate(3, Duration.ofHours(1));
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger served = new AtomicInteger();
    try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 200; i++) {
        var _ =
            all.submit(() -> {
              try (Gate.Pass _ = gate.enter()) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                inside.decrementAndGet();
                served.incrementAndGet();
              }
              return null;
            });
      }
    }
    assertThat(served).hasValue(200);
    assertThat(most.get()).isBetween(1, 3);
  }

  @Test
  void whoStaysForEverHoldsUpNobody() throws Exception {
    Gate gate = new Gate(1, Duration.ofMillis(1));
    Gate.Pass stuck = gate.enter();
    CountDownLatch next = new CountDownLatch(1);
    try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      var _ =
          all.submit(() -> {
            try (Gate.Pass _ = gate.enter()) {
              next.countDown();
            }
            return null;
          });
      assertThat(next.await(60, TimeUnit.SECONDS)).isTrue();
    }
    stuck.close();
  }
}
