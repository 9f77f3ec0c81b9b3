package dev.fleetwright.component;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.ControlQueue;
import dev.fleetwright.amqp.EmbeddedBroker;
import dev.fleetwright.amqp.PublishResult;
import dev.fleetwright.model.Checked;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The other side of a component: sends it signals and hears what it says. */
final class ControlPlane implements AutoCloseable {

  private static final Protocol PROTOCOL = Protocol.bundled();

  private static final class Shared {
    private static final EmbeddedBroker BROKER = EmbeddedBroker.start();
  }

  final String role = "worker";
  final String swarm = "swarm-" + UUID.randomUUID();
  final String instance = swarm + "_worker";
  final Queue<Envelope.ComponentStatus> statuses = new ConcurrentLinkedQueue<>();
  private final AmqpTransport transport = new AmqpTransport(broker(), "test");

  ControlPlane() throws InterruptedException {
    transport.subscribe(
        ControlQueue.visitor("test-" + UUID.randomUUID(), List.of("ev.#")),
        delivery -> {
          if (PROTOCOL.decode(Actor.OBSERVER, delivery.key(), delivery.body())
                  instanceof Checked.Valid<Message>(Message message)
              && message.body() instanceof Envelope.ComponentStatus status
              && status.instance().equals(instance)) {
            statuses.add(status);
          }
          delivery.acknowledge();
        });
    if (!transport.awaitConnected(Duration.ofSeconds(30))) {
      throw new IllegalStateException("no broker");
    }
  }

  static BrokerAddress broker() {
    return Shared.BROKER.address();
  }

  ComponentOptions options() {
    return ComponentOptions.of(role, instance, swarm, broker());
  }

  /** The correlationId. */
  String requestStatus() throws Exception {
    String attempt = UUID.randomUUID().toString();
    send(SignalName.STATUS_REQUEST, attempt, attempt, null);
    return attempt;
  }

  void configure(String key, ObjectNode data) throws Exception {
    ObjectNode args = JsonNodeFactory.instance.objectNode();
    args.set("data", data);
    send(SignalName.CONFIG_UPDATE, key, UUID.randomUUID().toString(), args);
  }

  private void send(SignalName signal, String key, String attempt, @Nullable ObjectNode args)
      throws Exception {
    Message message =
        new Message(
            new RoutingKey.ComponentSignal(signal, role, instance),
            new Envelope.Signal(
                signal,
                new Scope(swarm, role, instance),
                attempt,
                key,
                UUID.randomUUID().toString(),
                Instant.now(),
                args));
    PublishResult result =
        transport
            .publish(PROTOCOL.encode(Actor.ORCHESTRATOR, message).orThrow())
            .get(30, TimeUnit.SECONDS);
    assertThat(result).as("the component listens").isEqualTo(PublishResult.CONFIRMED);
  }

  Envelope.ComponentStatus last() {
    return statuses.stream().reduce((_, later) -> later).orElseThrow();
  }

  static void await(String what, Callable<Boolean> condition) throws Exception {
    Instant end = Instant.now().plusSeconds(60);
    while (!condition.call()) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("never happened: " + what);
      }
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
