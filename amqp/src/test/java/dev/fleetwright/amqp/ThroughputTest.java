package dev.fleetwright.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many publishers and consumers at once: nobody blocks anybody for good. */
class ThroughputTest {

  private static final int PUBLISHERS = 8;
  private static final int EACH = 500;

  @Test
  void manyAtOnceAllArrive() throws Exception {
    String swarm = TestBrokers.newSwarm();
    Set<String> arrived = ConcurrentHashMap.newKeySet();
    try (AmqpTransport transport = new AmqpTransport(TestBrokers.embedded(), "crowd")) {
      Subscription subscription =
          transport.subscribe(
              ControlQueue.controller(swarm),
              delivery -> {
                arrived.add(new String(delivery.body(), java.nio.charset.StandardCharsets.UTF_8));
                delivery.acknowledge();
              });
      assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
      List<CompletableFuture<List<PublishResult>>> publishers = new ArrayList<>();
      for (int p = 0; p < PUBLISHERS; p++) {
        int publisher = p;
        publishers.add(
            CompletableFuture.supplyAsync(
                () -> publishMany(transport, swarm, publisher), Thread::startVirtualThread));
      }
      for (CompletableFuture<List<PublishResult>> publisher : publishers) {
        assertThat(publisher.get(60, TimeUnit.SECONDS))
            .hasSize(EACH)
            .containsOnly(PublishResult.CONFIRMED);
      }
      TestBrokers.await("all arrive", () -> arrived.size() == PUBLISHERS * EACH);
      subscription.delete();
    }
  }

  private static List<PublishResult> publishMany(AmqpTransport transport, String swarm, int who) {
    List<CompletableFuture<PublishResult>> sent = new ArrayList<>();
    for (int i = 0; i < EACH; i++) {
      sent.add(
          transport.publish(
              TestBrokers.wire(TestBrokers.signal(SignalName.SWARM_START, swarm, who + "-" + i))));
    }
    return sent.stream().map(CompletableFuture::join).toList();
  }
}
