package dev.fleetwright.amqp;

import static dev.fleetwright.amqp.TestBrokers.await;
import static dev.fleetwright.amqp.TestBrokers.newSwarm;
import static dev.fleetwright.amqp.TestBrokers.signal;
import static dev.fleetwright.amqp.TestBrokers.wire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.Wire;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
  @Timeout(120)
  void queuesComeAndGoWhileTheBrokersAnswersAcknowledge() throws Exception {
    AmqpTransport transport = transport("coming-and-going");
    String asked = newSwarm();
    String told = newSwarm();
    AtomicInteger acknowledged = new AtomicInteger();
    Subscription answers =
        transport.subscribe(ControlQueue.controller(told), Delivery::acknowledge);
    // Acknowledged by the thread that reads the broker's confirm, as roles do that answer first.
    Subscription questions =
        transport.subscribe(
            ControlQueue.controller(asked),
            delivery -> {
              var _ =
                  transport
                      .publish(
                          wire(signal(SignalName.SWARM_START, told, UUID.randomUUID().toString())))
                      .thenRun(() -> {
                        delivery.acknowledge();
                        acknowledged.incrementAndGet();
                      });
            });
    assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
    AtomicBoolean stop = new AtomicBoolean();
    Thread asking =
        Thread.ofVirtual()
            .start(() -> {
              while (!stop.get()) {
                transport
                    .publish(
                        wire(signal(SignalName.SWARM_START, asked, UUID.randomUUID().toString())))
                    .join();
              }
            });
    for (int i = 0; i < 100; i++) {
      transport.subscribe(ControlQueue.controller(newSwarm()), Delivery::acknowledge).delete();
    }
    await("many are acknowledged", () -> acknowledged.get() > 100);
    stop.set(true);
    asking.join();
    questions.delete();
    answers.delete();
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
                  delivery.key() + " " + new String(delivery.body(), StandardCharsets.UTF_8));
              delivery.acknowledge();
            });
    List<String> sent = new ArrayList<>();
    assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
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
    assertThat(careless.awaitConnected(Duration.ofSeconds(30))).isTrue();
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
    assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
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
    assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
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
    return transport.deadLetters().list(10_000).stream()
        .filter(letter -> letter.key().contains(swarm))
        .toList();
  }

  @Test
  void aDeadLetterIsSentAgainOnceItsCauseIsMended() throws Exception {
    String swarm = newSwarm();
    String other = newSwarm();
    AmqpTransport transport = transport("mender");
    AtomicBoolean mended = new AtomicBoolean();
    Queue<String> taken = new ConcurrentLinkedQueue<>();
    Consumer<Delivery> receiver =
        delivery -> {
          if (mended.get()) {
            taken.add(new String(delivery.body(), StandardCharsets.UTF_8));
            delivery.acknowledge();
          } else {
            delivery.bury(List.of(new Problem("broken", "", "is broken", "")));
          }
        };
    Subscription first = transport.subscribe(ControlQueue.controller(swarm), receiver);
    Subscription second = transport.subscribe(ControlQueue.controller(other), receiver);
    assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
    Wire sent = wire(signal(SignalName.SWARM_START, swarm, "again"));
    assertThat(transport.publish(sent).get(30, TimeUnit.SECONDS))
        .isEqualTo(PublishResult.CONFIRMED);
    assertThat(sendStart(transport, other, "not")).isEqualTo(PublishResult.CONFIRMED);
    await("both are buried", () -> lettersOf(transport, swarm).size() == 1);
    await("both are buried", () -> lettersOf(transport, other).size() == 1);
    DeadLetter before = lettersOf(transport, swarm).getFirst();
    // Not mended yet: it comes back as a new letter, once, and is not sent in circles.
    DeadLetters.Replay inVain =
        transport.deadLetters().replay(letter -> letter.id().equals(before.id()));
    assertThat(inVain.sent()).containsExactly(before);
    assertThat(inVain.kept()).isEmpty();
    await("it is buried again", () -> lettersOf(transport, swarm).size() == 1);
    DeadLetter again = lettersOf(transport, swarm).getFirst();
    assertThat(again.id()).isNotEqualTo(before.id());
    assertThat(again.body()).isEqualTo(before.body());
    mended.set(true);
    assertThat(transport.deadLetters().replay(letter -> letter.key().endsWith(swarm)).sent())
        .containsExactly(again);
    await("it is taken", () -> taken.size() == 1);
    assertThat(sent.toString()).endsWith(taken.remove());
    assertThat(lettersOf(transport, swarm)).isEmpty();
    assertThat(lettersOf(transport, other)).as("not chosen, so still there").hasSize(1);
    // A letter that no queue takes stays where it is.
    second.delete();
    DeadLetters.Replay nobody =
        transport.deadLetters().replay(letter -> letter.key().endsWith(other));
    assertThat(nobody.sent()).isEmpty();
    assertThat(nobody.kept()).hasSize(1);
    assertThat(lettersOf(transport, other)).hasSize(1);
    first.delete();
  }

  @Test
  void onlyKnownSendersAreHeard() throws Exception {
    String swarm = newSwarm();
    AmqpTransport honest = transport("honest");
    AmqpTransport careful =
        new AmqpTransport(
            address,
            "careful",
            Clock.systemUTC(),
            TestBrokers.QUICK,
            Senders.listed(Map.of(address.user(), Pattern.compile("sig\\.swarm-start\\..*"))));
    opened.add(careful);
    Queue<String> taken = new ConcurrentLinkedQueue<>();
    Subscription subscription =
        careful.subscribe(
            ControlQueue.controller(swarm),
            delivery -> {
              taken.add(delivery.key() + " by " + delivery.sender());
              delivery.acknowledge();
            });
    assertThat(careful.awaitConnected(Duration.ofSeconds(30))).isTrue();
    assertThat(sendStart(honest, swarm, "k")).isEqualTo(PublishResult.CONFIRMED);
    assertThat(
            honest
                .publish(wire(signal(SignalName.SWARM_STOP, swarm, "k")))
                .get(30, TimeUnit.SECONDS))
        .isEqualTo(PublishResult.CONFIRMED);
    TestBrokers.publishRaw(address, "sig.swarm-start." + swarm, "{}");
    await("two are refused", () -> lettersOf(honest, swarm).size() == 2);
    assertThat(lettersOf(honest, swarm))
        .extracting(DeadLetter::reasons)
        .containsExactlyInAnyOrder(
            "the message has no user-id, so nobody answers for it [forbidden-sender]",
            "the user "
                + address.user()
                + " may not send sig.swarm-stop."
                + swarm
                + " [forbidden-sender]");
    assertThat(taken).containsExactly("sig.swarm-start." + swarm + " by " + address.user());
    subscription.delete();
  }

  /** Else the broker would close the channel and deliver the same message again, for ever. */
  @Test
  void aReceiverThatFailsGetsTheNextMessage() throws Exception {
    String swarm = newSwarm();
    AmqpTransport transport = transport("failing");
    AtomicInteger calls = new AtomicInteger();
    Subscription subscription =
        transport.subscribe(
            ControlQueue.controller(swarm),
            delivery -> {
              if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("no");
              }
              delivery.acknowledge();
            });
    assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
    assertThat(sendStart(transport, swarm, "one")).isEqualTo(PublishResult.CONFIRMED);
    assertThat(sendStart(transport, swarm, "two")).isEqualTo(PublishResult.CONFIRMED);
    await("both were delivered", () -> calls.get() == 2);
    await("the first is kept", () -> lettersOf(transport, swarm).size() == 1);
    assertThat(lettersOf(transport, swarm).getFirst())
        .satisfies(letter -> {
          assertThat(letter.reasons()).contains("receiver-failed");
          assertThat(letter.body()).contains("\"idempotencyKey\":\"one\"");
        });
    subscription.delete();
  }

  @Test
  void afterClosingNothingIsSent() throws Exception {
    AmqpTransport transport = transport("closed");
    assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
    transport.close();
    transport.close();
    assertThat(sendStart(transport, newSwarm(), "k")).isEqualTo(PublishResult.FAILED);
  }
}
