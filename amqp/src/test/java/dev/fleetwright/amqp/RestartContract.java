package dev.fleetwright.amqp;

import static dev.fleetwright.amqp.TestBrokers.await;
import static dev.fleetwright.amqp.TestBrokers.newSwarm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.ControllerRecord;
import dev.fleetwright.swarm.controller.ControllerSettings;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.EndedOperation;
import dev.fleetwright.swarm.orchestrator.OrchestratorRecord;
import dev.fleetwright.swarm.orchestrator.OrchestratorSettings;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.store.InMemoryRecords;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.RecordJson;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The broker is killed and comes back in the middle of thousands of commands, and no command is
 * lost or doubled. On a broker in memory everything in it is gone too.
 */
abstract class RestartContract {

  /** A template and a start or stop in each round. */
  private static final int ROUNDS = 20;

  /** 1,000 commands; 250 swarms give the 10,000 of the full run. */
  private static final int SWARMS = Integer.getInteger("fleetwright.restart.swarms", 25);

  abstract BrokerAddress address();

  /** Ends the broker without a warning and starts it again under the same address. */
  abstract void restart() throws Exception;

  @Test
  void nothingIsLostAndNothingDoubledWhenTheBrokerRestarts() throws Exception {
    InMemoryRecords records = new InMemoryRecords();
    FakeCluster cluster = new FakeCluster();
    String instance = "hub-" + UUID.randomUUID();
    AtomicInteger ended = new AtomicInteger();
    List<String> swarms = new ArrayList<>();
    for (int i = 0; i < SWARMS; i++) {
      swarms.add(newSwarm());
    }
    try (AmqpTransport hubSide = transport("hub");
        AmqpTransport agentSide = transport("agent");
        ControllerRuntime controllers = controllers(agentSide, records, cluster);
        OrchestratorRuntime hub =
            new OrchestratorRuntime(
                hubSide,
                TestBrokers.PROTOCOL,
                records,
                Clock.systemUTC(),
                () -> UUID.randomUUID().toString(),
                OrchestratorSettings.DEFAULT,
                instance,
                new OrchestratorRuntime.Listener() {
                  @Override
                  public void ended(String swarmId, EndedOperation operation) {
                    ended.incrementAndGet();
                  }

                  @Override
                  public void ensureController(String swarmId) {
                    controllers.host(swarmId);
                  }
                })) {
      cluster.reportTo(controllers);
      hub.start();
      for (int round = 0; round < ROUNDS; round++) {
        TemplateRef template = new TemplateRef("c", "w", "hash-" + round);
        Desire desire = round % 2 == 0 ? Desire.running(template) : Desire.stopped(template);
        int before = ended.get();
        List<CompletableFuture<Void>> stored =
            swarms.stream().map(swarm -> hub.desire(swarm, desire)).toList();
        CompletableFuture.allOf(stored.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        if (round == ROUNDS / 2) {
          // Some of the round's commands have their outcome, others are anywhere in between.
          await("the round is under way", () -> ended.get() > before + SWARMS / 3);
          restart();
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
      assertThat(ended.get()).isEqualTo(SWARMS * (1 + 2 * ROUNDS));
      controllers.hosted().forEach(controllers::unhost);
    } finally {
      TestBrokers.deleteQueue(address(), ControlQueue.orchestrator(instance).name());
    }
  }

  private AmqpTransport transport(String name) {
    return new AmqpTransport(address(), name, Clock.systemUTC(), TestBrokers.QUICK);
  }

  private static ControllerRuntime controllers(
      AmqpTransport agentSide, InMemoryRecords records, FakeCluster cluster) {
    return new ControllerRuntime(
        agentSide,
        TestBrokers.PROTOCOL,
        records,
        Clock.systemUTC(),
        () -> UUID.randomUUID().toString(),
        ControllerSettings.DEFAULT,
        cluster);
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
