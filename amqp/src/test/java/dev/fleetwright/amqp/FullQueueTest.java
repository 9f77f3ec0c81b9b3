package dev.fleetwright.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.Wire;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Queues that nobody reads: they are bounded, and who is refused tries again. */
class FullQueueTest {

  private static final long LARGE = 1 << 20;
  private static final String SWARM = "full_queue_test";
  private static final ControlQueue QUEUE = ControlQueue.controller(SWARM);

  private static EmbeddedBroker broker(int messages, long bytes, QueueLimit.WhenFull whenFull) {
    return EmbeddedBroker.start(0, "secret", new QueueLimit(messages, bytes, whenFull));
  }

  private static AmqpTransport transport(EmbeddedBroker broker) throws Exception {
    AmqpTransport transport =
        new AmqpTransport(broker.address(), "full", Clock.systemUTC(), TestBrokers.QUICK);
    assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
    return transport;
  }

  /** The queue is there, and nobody reads it. */
  private static void leaveUnread(AmqpTransport transport, ControlQueue queue) throws Exception {
    Subscription subscription = transport.subscribe(queue, Delivery::giveBack);
    TestBrokers.await("it is there", () -> transport.hasQueue(queue));
    subscription.cancel();
  }

  private static PublishResult send(AmqpTransport transport, Message message) throws Exception {
    Wire wire = TestBrokers.PROTOCOL.encode(Actor.ORCHESTRATOR, message).orThrow();
    return transport.publish(wire).get(30, TimeUnit.SECONDS);
  }

  private static PublishResult start(AmqpTransport transport, int number) throws Exception {
    return send(transport, TestBrokers.signal(SignalName.SWARM_START, SWARM, "k" + number));
  }

  private static String key(Delivery delivery) {
    String body = new String(delivery.body(), java.nio.charset.StandardCharsets.UTF_8);
    return body.replaceAll("(?s).*\"idempotencyKey\" *: *\"(k\\d+)\".*", "$1");
  }

  private static Queue<String> read(AmqpTransport transport) {
    Queue<String> keys = new ConcurrentLinkedQueue<>();
    transport.subscribe(
        QUEUE,
        delivery -> {
          keys.add(key(delivery));
          delivery.acknowledge();
        });
    return keys;
  }

  private static List<String> keys(int from, int to) {
    return IntStream.range(from, to).mapToObj(number -> "k" + number).toList();
  }

  @Test
  void aQueueThatNobodyReadsKeepsItsNewest() throws Exception {
    try (EmbeddedBroker broker = broker(10, LARGE, QueueLimit.DEFAULT.whenFull());
        AmqpTransport transport = transport(broker)) {
      leaveUnread(transport, QUEUE);
      for (int i = 0; i < 30; i++) {
        assertThat(start(transport, i)).isEqualTo(PublishResult.CONFIRMED);
      }
      Queue<String> seen = read(transport);
      TestBrokers.await("the newest comes", () -> seen.contains("k29"));
      assertThat(List.copyOf(seen)).isEqualTo(keys(20, 30));
    }
  }

  @Test
  void manyBytesAreBoundedAsManyMessagesAre() throws Exception {
    try (EmbeddedBroker broker = broker(1_000_000, 4_000, QueueLimit.DEFAULT.whenFull());
        AmqpTransport transport = transport(broker)) {
      leaveUnread(transport, QUEUE);
      for (int i = 0; i < 100; i++) {
        assertThat(start(transport, i)).isEqualTo(PublishResult.CONFIRMED);
      }
      Queue<String> seen = read(transport);
      TestBrokers.await("the newest comes", () -> seen.contains("k99"));
      assertThat(seen).hasSizeLessThan(40);
    }
  }

  @Test
  void whoIsRefusedIsToldSoAndTheQueueTakesMoreOnceItIsRead() throws Exception {
    try (EmbeddedBroker broker = broker(3, LARGE, QueueLimit.WhenFull.REFUSES);
        AmqpTransport transport = transport(broker)) {
      leaveUnread(transport, QUEUE);
      for (int i = 0; i < 3; i++) {
        assertThat(start(transport, i)).isEqualTo(PublishResult.CONFIRMED);
      }
      assertThat(start(transport, 3)).isEqualTo(PublishResult.FAILED);
      assertThat(transport.pendingCount()).as("what was given up waits no more").isZero();
      Queue<String> seen = read(transport);
      TestBrokers.await("it is read", () -> seen.size() == 3);
      assertThat(start(transport, 4)).isEqualTo(PublishResult.CONFIRMED);
      TestBrokers.await("the next comes", () -> seen.contains("k4"));
      assertThat(seen).containsExactly("k0", "k1", "k2", "k4");
    }
  }

  @Test
  void aConfirmationThatIsRefusedIsSentUntilTheBrokerHasIt() throws Exception {
    ControlQueue confirmations =
        new ControlQueue(Actor.ORCHESTRATOR, "full", List.of("ev.ready.swarm-start." + SWARM));
    try (EmbeddedBroker broker = broker(2, LARGE, QueueLimit.WhenFull.REFUSES);
        AmqpTransport transport = transport(broker)) {
      leaveUnread(transport, confirmations);
      Inbox inbox =
          new Inbox(
              transport,
              TestBrokers.PROTOCOL,
              Actor.SWARM_CONTROLLER,
              () -> UUID.randomUUID().toString(),
              Clock.systemUTC());
      AtomicInteger delivered = new AtomicInteger();
      for (String key : List.of("k1", "k2")) {
        inbox.post(confirmation(key), delivered::incrementAndGet);
      }
      TestBrokers.await("two have room", () -> delivered.get() == 2);
      assertThat(inbox.send(confirmation("k3").message()).get(30, TimeUnit.SECONDS))
          .isEqualTo(PublishResult.FAILED);
      inbox.post(confirmation("k4"), delivered::incrementAndGet);
      TestBrokers.await("it was refused", () -> transport.pendingCount() == 0);
      assertThat(delivered).hasValue(2);

      Queue<String> seen = new ConcurrentLinkedQueue<>();
      transport.subscribe(
          confirmations,
          delivery -> {
            seen.add(key(delivery));
            delivery.acknowledge();
          });
      TestBrokers.await("it has it", () -> delivered.get() == 3);
      TestBrokers.await("and it is read", () -> seen.contains("k4"));
      assertThat(seen).containsExactly("k1", "k2", "k4");
    }
  }

  private static Outgoing confirmation(String key) {
    String id = UUID.randomUUID().toString();
    return new Outgoing(
        id,
        new Message(
            new RoutingKey.SwarmReady(SignalName.SWARM_START, SWARM),
            new Envelope.Confirmation(
                SignalName.SWARM_START,
                Scope.swarm(SWARM),
                new Outcome.Success(SwarmState.RUNNING),
                "attempt",
                key,
                Instant.parse("2026-01-01T00:00:00Z"),
                id,
                null)));
  }
}
