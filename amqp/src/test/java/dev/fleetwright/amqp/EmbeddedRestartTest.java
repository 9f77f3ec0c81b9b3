package dev.fleetwright.amqp;

import static dev.fleetwright.amqp.TestBrokers.await;
import static dev.fleetwright.amqp.TestBrokers.newSwarm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Clock;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmbeddedRestartTest extends RestartContract {

  private static final String PASSWORD = "for-this-test-only";

  private EmbeddedBroker broker;

  @BeforeEach
  void startBroker() {
    broker = EmbeddedBroker.start(0, PASSWORD);
  }

  @AfterEach
  void stopBroker() {
    broker.close();
  }

  @Override
  BrokerAddress address() {
    return broker.address();
  }

  @Override
  void restart() {
    int port = broker.address().port();
    broker.close();
    broker = EmbeddedBroker.start(port, PASSWORD);
  }

  @Test
  void itConnectsOnceTheBrokerIsThere() throws Exception {
    BrokerAddress address = address();
    broker.close();
    String swarm = newSwarm();
    Queue<String> arrived = new ConcurrentLinkedQueue<>();
    try (AmqpTransport transport =
        new AmqpTransport(address, "early", Clock.systemUTC(), TestBrokers.QUICK)) {
      transport.subscribe(
          ControlQueue.controller(swarm),
          delivery -> {
            arrived.add(delivery.key());
            delivery.acknowledge();
          });
      var result =
          transport.publish(
              TestBrokers.wire(TestBrokers.signal(SignalName.SWARM_START, swarm, "k")));
      assertThat(transport.awaitConnected(Duration.ofMillis(200))).isFalse();
      assertThat(transport.pendingCount()).isEqualTo(1);
      broker = EmbeddedBroker.start(address.port(), PASSWORD);
      assertThat(broker.address()).isEqualTo(address);
      assertThat(result.get(30, TimeUnit.SECONDS)).isEqualTo(PublishResult.CONFIRMED);
      await("it arrives", () -> arrived.size() == 1);
    }
  }
}
