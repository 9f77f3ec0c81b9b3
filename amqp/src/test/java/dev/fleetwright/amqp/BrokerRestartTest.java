package dev.fleetwright.amqp;

import static dev.fleetwright.amqp.TestBrokers.await;
import static dev.fleetwright.amqp.TestBrokers.newSwarm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.ControllerRecord;
import dev.fleetwright.swarm.controller.ControllerSettings;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.OrchestratorRecord;
import dev.fleetwright.swarm.orchestrator.OrchestratorSettings;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.store.InMemoryRecords;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The broker goes away with everything in it, again and again, and no command is lost or doubled.
 */
class BrokerRestartTest {

  private static final String PASSWORD = "for-this-test-only";
  private static final int SWARMS = 20;
  private static final int ROUNDS = 6;

  @Test
  void itConnectsOnceTheBrokerIsThere() throws Exception {
    int port;
    try (EmbeddedBroker first = EmbeddedBroker.start(0, PASSWORD)) {
      port = first.address().port();
    }
    BrokerAddress address =
        new BrokerAddress("127.0.0.1", port, "/", "fleetwright", PASSWORD, false);
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
      try (EmbeddedBroker broker = EmbeddedBroker.start(port, PASSWORD)) {
        assertThat(broker.address()).isEqualTo(address);
        assertThat(result.get(30, TimeUnit.SECONDS)).isEqualTo(PublishResult.CONFIRMED);
        await("it arrives", () -> arrived.size() == 1);
      }
    }
  }

  @Test
  void nothingIsLostAndNothingDoubledWhenTheBrokerRestarts() throws Exception {
    InMemoryRecords records = new InMemoryRecords();
    FakeCluster cluster = new FakeCluster();
    EmbeddedBroker broker = EmbeddedBroker.start(0, PASSWORD);
    BrokerAddress address = broker.address();
    try (AmqpTransport hubSide =
            new AmqpTransport(address, "hub", Clock.systemUTC(), TestBrokers.QUICK);
        AmqpTransport agentSide =
            new AmqpTransport(address, "agent", Clock.systemUTC(), TestBrokers.QUICK);
        ControllerRuntime controllers =
            new ControllerRuntime(
                agentSide,
                TestBrokers.PROTOCOL,
                records,
                Clock.systemUTC(),
                () -> UUID.randomUUID().toString(),
                ControllerSettings.DEFAULT,
                cluster);
        OrchestratorRuntime hub =
            new OrchestratorRuntime(
                hubSide,
                TestBrokers.PROTOCOL,
                records,
                Clock.systemUTC(),
                () -> UUID.randomUUID().toString(),
                OrchestratorSettings.DEFAULT,
                "hub",
                new OrchestratorRuntime.Listener() {
                  @Override
                  public void ensureController(String swarmId) {
                    controllers.host(swarmId);
                  }
                })) {
      cluster.reportTo(controllers);
      hub.start();
      List<String> swarms = new ArrayList<>();
      for (int i = 0; i < SWARMS; i++) {
        swarms.add(newSwarm());
      }
      for (int round = 0; round < ROUNDS; round++) {
        TemplateRef template = new TemplateRef("c", "w", "hash-" + round);
        Desire desire = round % 2 == 0 ? Desire.running(template) : Desire.stopped(template);
        for (String swarm : swarms) {
          hub.desire(swarm, desire).get(30, TimeUnit.SECONDS);
        }
        if (round % 2 == 1) {
          broker.close();
          broker = EmbeddedBroker.start(address.port(), PASSWORD);
        }
        await(
            "round " + round + " is reached everywhere",
            () ->
                swarms.stream()
                    .allMatch(s ->
                        hub.view(s)
                            .filter(v -> v.reached() && desire.equals(v.desire()))
                            .isPresent()));
      }
      for (String swarm : swarms) {
        check(records, cluster, swarm);
      }
    } finally {
      broker.close();
    }
  }

  private static void check(InMemoryRecords records, FakeCluster cluster, String swarm) {
    OrchestratorRecord orchestrator =
        RecordJson.read(
            records.load(new RecordId(Actor.ORCHESTRATOR, swarm)).orElseThrow().content(),
            OrchestratorRecord.class);
    ControllerRecord controller =
        RecordJson.read(
            records.load(new RecordId(Actor.SWARM_CONTROLLER, swarm)).orElseThrow().content(),
            ControllerRecord.class);
    List<String> keys =
        orchestrator.ended().stream().map(e -> e.operation().idempotencyKey()).toList();
    assertThat(keys).hasSameSizeAs(new HashSet<>(keys)).hasSize(1 + 2 * ROUNDS);
    assertThat(orchestrator.ended()).allMatch(e -> e.outcome().succeeded());
    assertThat(controller.ended()).hasSize(2 * ROUNDS);
    assertThat(cluster.effects(swarm)).isEqualTo(2 * ROUNDS);
    assertThat(cluster.state.get(swarm))
        .satisfies(goal -> assertThat(goal.run()).isEqualTo(RunState.STOPPED));
  }
}
