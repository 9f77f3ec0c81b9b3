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
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;

/** The brokers that the same tests run against, and what the tests share. */
final class TestBrokers {

  static final String RABBIT_VARIABLE = "FLEETWRIGHT_TEST_RABBITMQ";
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
    String uri = Objects.requireNonNull(System.getenv(RABBIT_VARIABLE), RABBIT_VARIABLE);
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
    try (Connection connection = factory(address).newConnection("stranger");
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

  /** What a test leaves on a broker that outlives it would get in the way of the next. */
  static void deleteQueue(BrokerAddress address, String queue) throws Exception {
    try (Connection connection = factory(address).newConnection("cleaner");
        Channel channel = connection.createChannel()) {
      channel.queueDelete(queue);
    }
  }

  private static ConnectionFactory factory(BrokerAddress address) {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(address.host());
    factory.setPort(address.port());
    factory.setVirtualHost(address.virtualHost());
    factory.setUsername(address.user());
    factory.setPassword(address.password());
    return factory;
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
