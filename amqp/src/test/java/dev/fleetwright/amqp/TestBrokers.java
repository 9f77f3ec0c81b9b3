package dev.fleetwright.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.Wire;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assumptions;

/** The brokers that the same tests run against, and what the tests share. */
final class TestBrokers {

  static final Protocol PROTOCOL = Protocol.bundled();
  static final ReconnectDelays QUICK =
      new ReconnectDelays(Duration.ofMillis(50), Duration.ofMillis(400));

  private TestBrokers() {}

  /** One embedded broker for all tests of this JVM that do not restart it. */
  static BrokerAddress embedded() {
    return Shared.BROKER.address();
  }

  private static final class Shared {
    private static final EmbeddedBroker BROKER = EmbeddedBroker.start();
  }

  /** A RabbitMQ server, when there is one. */
  static BrokerAddress rabbit() {
    String uri = System.getenv("FLEETWRIGHT_TEST_RABBITMQ");
    Assumptions.assumeTrue(
        uri != null && !uri.isBlank(),
        "skipped: set FLEETWRIGHT_TEST_RABBITMQ to the amqp:// URI of a RabbitMQ server to run the"
            + " same tests against it");
    return BrokerAddress.parse(uri).orThrow();
  }

  static String newSwarm() {
    return "test_" + UUID.randomUUID();
  }

  static Message signal(SignalName name, String swarmId, String idempotencyKey) {
    return new Message(
        new RoutingKey.SwarmSignal(name, swarmId),
        new Envelope.Signal(
            name,
            Scope.swarm(swarmId),
            UUID.randomUUID().toString(),
            idempotencyKey,
            UUID.randomUUID().toString(),
            Instant.now(),
            null));
  }

  static Wire wire(Message message) {
    return PROTOCOL.encode(Actor.ORCHESTRATOR, message).orThrow();
  }

  /** Past all checks, as a stranger would. */
  static void publishRaw(BrokerAddress address, String key, String body) throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(address.host());
    factory.setPort(address.port());
    factory.setVirtualHost(address.virtualHost());
    factory.setUsername(address.user());
    factory.setPassword(address.password());
    try (Connection connection = factory.newConnection("stranger");
        Channel channel = connection.createChannel()) {
      channel.confirmSelect();
      channel.basicPublish(
          Topology.CONTROL_EXCHANGE,
          key,
          new AMQP.BasicProperties(),
          body.getBytes(StandardCharsets.UTF_8));
      channel.waitForConfirmsOrDie(10_000);
    }
  }

  /** Waits for something that happens on other threads. */
  static void await(String what, Callable<Boolean> condition) throws Exception {
    Instant end = Instant.now().plusSeconds(60);
    while (!condition.call()) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("never happened: " + what);
      }
      Thread.sleep(20);
    }
  }
}
