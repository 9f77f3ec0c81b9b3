package dev.fleetwright.amqp;

import static dev.fleetwright.amqp.TestBrokers.await;
import static dev.fleetwright.amqp.TestBrokers.newSwarm;
import static dev.fleetwright.amqp.TestBrokers.signal;
import static dev.fleetwright.amqp.TestBrokers.wire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the transport promises, on any broker. */
abstract class TransportContract {

  private final List<AutoCloseable> opened = new ArrayList<>();
  private BrokerAddress address;

  abstract BrokerAddress broker();

  @BeforeEach
  void chooseBroker() {
    address = broker();
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable one : opened.reversed()) {
      one.close();
    }
  }

  private AmqpTransport transport(String name) {
    AmqpTransport transport =
        new AmqpTransport(address, name, Clock.systemUTC(), TestBrokers.QUICK);
    opened.add(transport);
    return transport;
  }

  private static PublishResult sendStart(AmqpTransport transport, String swarm, String key)
      throws Exception {
    CompletableFuture<PublishResult> result =
        transport.publish(wire(signal(SignalName.SWARM_START, swarm, key)));
    return result.get(30, TimeUnit.SECONDS);
  }

  @Test
  void whatIsPublishedArrivesOnceAsItWas() throws Exception {
    String swarm = newSwarm();
    AmqpTransport transport = transport("once");
    Queue<String> arrived = new ConcurrentLinkedQueue<>();
    Subscription subscription =
        transport.subscribe(
            ControlQueue.controller(swarm),
            delivery -> {
              arrived.add(
                  delivery.key()
                      + " "
                      + new String(delivery.body(), java.nio.charset.StandardCharsets.UTF_8));
              delivery.acknowledge();
            });
    List<String> sent = new ArrayList<>();
    assertThat(transport.awaitConnected(java.time.Duration.ofSeconds(30))).isTrue();
    for (int i = 0; i < 50; i++) {
      var wire = wire(signal(SignalName.SWARM_START, swarm, "key-" + i));
      sent.add(wire.toString());
      assertThat(transport.publish(wire).get(30, TimeUnit.SECONDS))
          .isEqualTo(PublishResult.CONFIRMED);
    }
    await("all arrive", () -> arrived.size() >= 50);
    assertThat(arrived).containsExactlyElementsOf(sent);
    assertThat(transport.pendingCount()).isZero();
    subscription.delete();
  }

  @Test
  void aMessageForNobodyIsToldSo() throws Exception {
    AmqpTransport transport = transport("nobody");
    assertThat(sendStart(transport, newSwarm(), "k")).isEqualTo(PublishResult.UNROUTABLE);
    assertThat(sendStart(transport, newSwarm(), "k")).isEqualTo(PublishResult.UNROUTABLE);
    assertThat(transport.isConnected()).isTrue();
    assertThat(transport.pendingCount()).isZero();
  }

  @Test
  void whatIsNotAcknowledgedComesAgain() throws Exception {
    String swarm = newSwarm();
    AmqpTransport careless = transport("careless");
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    careless.subscribe(ControlQueue.controller(swarm), delivery -> seen.add(delivery.key()));
    AmqpTransport sender = transport("sender");
    assertThat(careless.awaitConnected(java.time.Duration.ofSeconds(30))).isTrue();
    assertThat(sendStart(sender, swarm, "k")).isEqualTo(PublishResult.CONFIRMED);
    await("the first sees it", () -> seen.size() == 1);
    careless.close();
    AmqpTransport careful = transport("careful");
    Queue<String> again = new ConcurrentLinkedQueue<>();
    Subscription subscription =
        careful.subscribe(
            ControlQueue.controller(swarm),
            delivery -> {
              again.add(delivery.key());
              delivery.acknowledge();
            });
    await("the second sees it", () -> again.size() == 1);
    subscription.delete();
  }

  /** The broker closes a channel that acknowledges twice; everything goes on afterwards. */
  @Test
  void aClosedChannelIsReplaced() throws Exception {
    String swarm = newSwarm();
    AmqpTransport transport = transport("clumsy");
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    Subscription subscription =
        transport.subscribe(
            ControlQueue.controller(swarm),
            delivery -> {
              seen.add(delivery.key());
              delivery.acknowledge();
              delivery.acknowledge();
              delivery.giveBack();
            });
    assertThat(transport.awaitConnected(java.time.Duration.ofSeconds(30))).isTrue();
    for (int i = 0; i < 5; i++) {
      int count = i;
      assertThat(sendStart(transport, swarm, "k" + i)).isEqualTo(PublishResult.CONFIRMED);
      await("it is seen", () -> seen.size() > count);
    }
    subscription.delete();
  }

  @Test
  void aDeadLetterShowsWhyAndStays() throws Exception {
    String swarm = newSwarm();
    AmqpTransport transport = transport("undertaker");
    Subscription subscription =
        transport.subscribe(
            ControlQueue.controller(swarm),
            delivery -> delivery.bury(List.of(new Problem("too-odd", "args.x", "is too odd", ""))));
    assertThat(transport.awaitConnected(java.time.Duration.ofSeconds(30))).isTrue();
    assertThat(sendStart(transport, swarm, "odd")).isEqualTo(PublishResult.CONFIRMED);
    await("it is buried", () -> !lettersOf(transport, swarm).isEmpty());
    for (int look = 0; look < 2; look++) {
      assertThat(lettersOf(transport, swarm))
          .singleElement()
          .satisfies(letter -> {
            assertThat(letter.key()).isEqualTo("sig.swarm-start." + swarm);
            assertThat(letter.queue()).isEqualTo("ph.control.swarm-controller." + swarm);
            assertThat(letter.reasons()).isEqualTo("args.x: is too odd [too-odd]");
            assertThat(letter.body()).contains("\"idempotencyKey\":\"odd\"");
          });
    }
    subscription.delete();
  }

  static List<DeadLetter> lettersOf(AmqpTransport transport, String swarm) throws Exception {
    return transport.deadLetters(10_000).stream()
        .filter(letter -> letter.key().contains(swarm))
        .toList();
  }

  @Test
  void afterClosingNothingIsSent() throws Exception {
    AmqpTransport transport = transport("closed");
    assertThat(transport.awaitConnected(java.time.Duration.ofSeconds(30))).isTrue();
    transport.close();
    transport.close();
    assertThat(sendStart(transport, newSwarm(), "k")).isEqualTo(PublishResult.FAILED);
  }
}
