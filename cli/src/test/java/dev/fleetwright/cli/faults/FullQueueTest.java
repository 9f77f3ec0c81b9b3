package dev.fleetwright.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.ControlQueue;
import dev.fleetwright.amqp.Delivery;
import dev.fleetwright.amqp.PublishResult;
import dev.fleetwright.amqp.Subscription;
import dev.fleetwright.cli.Main;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.StatusKind;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.Totals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** A RabbitMQ whose queues refuse more than a few messages, and readers that stand still. */
@EnabledIfEnvironmentVariable(
    named = FullQueueTest.RABBITMQCTL,
    matches = ".+",
    disabledReason = "it holds the command that sets policies of the RabbitMQ server")
class FullQueueTest {

  static final String RABBITMQCTL = "FLEETWRIGHT_TEST_RABBITMQCTL";
  private static final String ADDRESS = "FLEETWRIGHT_TEST_RABBITMQ";
  private static final String SWARM = People.NAMESPACE + "_w1_east";
  private static final Protocol PROTOCOL = Protocol.bundled();

  /** More than a reader is given in advance, and than a queue may hold. */
  private static final int ENOUGH = 500;

  @TempDir Path folder;

  @Test
  void whatAFullQueueRefusesIsSentUntilItHasOneOutcome() throws Exception {
    String amqp = Objects.requireNonNull(System.getenv(ADDRESS), ADDRESS);
    try (Bed bed = Bed.start(folder, "east");
        Part hub = bed.hubProcess("hub-a", amqp);
        Part agent = bed.agentProcess("east", amqp);
        AmqpTransport crowd = new AmqpTransport(BrokerAddress.parse(amqp).orThrow(), "crowd")) {
      People people = new People(bed);
      Sight sight = new Sight(bed);
      hub.start();
      agent.startAndWait();
      Bed.await("the hub is up", hub::isUp, hub::said);
      people.begin();
      people.make(new Change.Create("w1"));
      Bed.await("w1 runs", () -> sight.phase("w1").equals("Running"), hub::said);
      Bed.await("nothing is under way", () -> Commands.read(bed).isQuiet());
      limit("^ph\\.control\\.swarm-controller\\." + SWARM + "$");

      // The controller stands still, its queue fills up, and the hub's command is refused.
      agent.pause();
      crowd(crowd, () -> question(SWARM));
      people.make(new Change.Desire("w1", false));
      Bed.await(
          "the hub says so",
          () -> hub.hasSaid("the broker refuses sig.swarm-stop." + SWARM),
          hub::said);
      assertThat(Commands.read(bed).isQuiet()).as("it goes on trying").isFalse();
      agent.resume();
      Bed.await("w1 stops", () -> sight.phase("w1").equals("Stopped"), hub::said);
      Bed.await("nothing is under way", () -> Commands.read(bed).isQuiet());
      Commands.read(bed).check(Map.of("w1", false));

      // The hub stands still, its queue fills up, and the controller's confirmation is refused.
      agent.pause();
      people.make(new Change.Desire("w1", true));
      Bed.await("it is under way", () -> !Commands.read(bed).isQuiet());
      hub.pause();
      limit("^ph\\.control\\.orchestrator\\.");
      crowd(crowd, FullQueueTest::status);
      agent.resume();
      Bed.await(
          "the agent says so",
          () -> agent.hasSaid("the broker refuses ev.ready.swarm-start." + SWARM),
          agent::said);
      hub.resume();
      Bed.await("w1 runs", () -> sight.phase("w1").equals("Running"), hub::said);
      Bed.await("nothing is under way", () -> Commands.read(bed).isQuiet());
      Bed.await("w1 still runs", () -> sight.phase("w1").equals("Running"), hub::said);
      Commands.read(bed).check(Map.of("w1", true));
    } finally {
      rabbitmqctl("clear_policy", "small");
    }
  }

  @Test
  void aCommandOfAPersonSaysThatItIsRefusedAndHowToSendItAgain() throws Exception {
    String amqp = Objects.requireNonNull(System.getenv(ADDRESS), ADDRESS);
    ControlQueue queue = ControlQueue.controller("crowded");
    try (AmqpTransport crowd = new AmqpTransport(BrokerAddress.parse(amqp).orThrow(), "crowd")) {
      Subscription reading = crowd.subscribe(queue, Delivery::acknowledge);
      Bed.await("there is a queue", () -> isThere(crowd, queue));
      reading.cancel();
      limit("^ph\\.control\\.swarm-controller\\.crowded$");
      crowd(crowd, () -> question("crowded"));
      try (Part start =
          Part.java(
              "start",
              folder,
              Main.class,
              "swarm",
              "start",
              "crowded",
              "--no-wait",
              "--data",
              folder.toString(),
              "--amqp",
              amqp)) {
        assertThat(start.runToItsEnd()).as(start.said()).isEqualTo(1);
        assertThat(start.said()).contains("refused", "is full", "--idempotency-key");
      }
      crowd.subscribe(queue, Delivery::acknowledge).delete();
    } finally {
      rabbitmqctl("clear_policy", "small");
    }
  }

  private static boolean isThere(AmqpTransport transport, ControlQueue queue) {
    try {
      return transport.hasQueue(queue);
    } catch (IOException e) {
      return false;
    }
  }

  private static void limit(String queues) throws Exception {
    rabbitmqctl(
        "set_policy",
        "small",
        queues,
        "{\"max-length\":2,\"overflow\":\"reject-publish\"}",
        "--apply-to",
        "queues");
  }

  private static void rabbitmqctl(String... arguments) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(Objects.requireNonNull(System.getenv(RABBITMQCTL))),
                        Stream.of(arguments))
                    .toList())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0)
        .as(List.of(arguments) + ": " + said)
        .isTrue();
  }

  private interface Written {
    Message message();
  }

  /** Sends what harms nobody until the broker takes no more of it. */
  private static void crowd(AmqpTransport crowd, Written what) throws Exception {
    for (int i = 0; i < ENOUGH; i++) {
      Message message = what.message();
      Actor actor =
          message.body() instanceof Envelope.Signal ? Actor.ORCHESTRATOR : Actor.SWARM_CONTROLLER;
      PublishResult result =
          crowd.publish(PROTOCOL.encode(actor, message).orThrow()).get(60, TimeUnit.SECONDS);
      if (result == PublishResult.FAILED) {
        return;
      }
    }
    throw new AssertionError("the queue never was full");
  }

  private static Message question(String swarm) {
    String id = UUID.randomUUID().toString();
    return new Message(
        new RoutingKey.ComponentSignal(
            SignalName.STATUS_REQUEST, RoutingKey.CONTROLLER_ROLE, swarm),
        new Envelope.Signal(
            SignalName.STATUS_REQUEST,
            new Scope(swarm, RoutingKey.CONTROLLER_ROLE, swarm),
            id,
            id,
            id,
            Instant.now(),
            null));
  }

  /** Of a swarm that nobody leads. */
  private static Message status() {
    Instant now = Instant.now();
    return new Message(
        new RoutingKey.Status(StatusKind.DELTA, RoutingKey.CONTROLLER_ROLE, "nobodys"),
        new Envelope.Aggregate(
            StatusKind.DELTA,
            "nobodys",
            now,
            SwarmState.RUNNING,
            Totals.NONE,
            now,
            10,
            "nobodys",
            null,
            0L,
            UUID.randomUUID().toString(),
            null));
  }
}
