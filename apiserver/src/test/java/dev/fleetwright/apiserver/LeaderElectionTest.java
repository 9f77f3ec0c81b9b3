package dev.fleetwright.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The fabric8 client elects leaders by a Lease. */
class LeaderElectionTest {
  private final String cluster = Shared.cluster();
  private final AtomicReference<String> leader = new AtomicReference<>("");

  private CompletableFuture<?> candidate(KubernetesClient client, String name) {
    var config =
        new LeaderElectionConfigBuilder()
            .withName("test")
            .withReleaseOnCancel(true)
            .withLeaseDuration(Duration.ofSeconds(4))
            .withRenewDeadline(Duration.ofSeconds(3))
            .withRetryPeriod(Duration.ofMillis(100))
            .withLock(new LeaseLock("default", "leader", name))
            .withLeaderCallbacks(
                new LeaderCallbacks(() -> leader.set(name), () -> {}, newLeader -> {}))
            .build();
    return client.leaderElector().withConfig(config).build().start();
  }

  @Test
  void oneLeadsAndAnotherFollowsWhenItGoes() throws InterruptedException {
    try (KubernetesClient one = Fabric8Test.client(cluster);
        KubernetesClient two = Fabric8Test.client(cluster)) {
      CompletableFuture<?> first = candidate(one, "one");
      Eventually.holds(() -> leader.get().equals("one"));
      CompletableFuture<?> second = candidate(two, "two");
      Thread.sleep(500);
      assertThat(leader.get()).isEqualTo("one");
      first.cancel(true);
      Eventually.holds(() -> leader.get().equals("two"));
      assertThat(
              one.leases()
                  .inNamespace("default")
                  .withName("leader")
                  .get()
                  .getSpec()
                  .getHolderIdentity())
          .isEqualTo("two");
      second.cancel(true);
    }
  }
}
