package dev.fleetwright.amqp;

import static dev.fleetwright.amqp.TestBrokers.await;
import static dev.fleetwright.amqp.TestBrokers.newSwarm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.orchestrator.Command;
import dev.fleetwright.swarm.orchestrator.EndedOperation;
import dev.fleetwright.swarm.orchestrator.Operation;
import dev.fleetwright.swarm.orchestrator.OrchestratorRecord;
import dev.fleetwright.swarm.orchestrator.OrchestratorSettings;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.store.InMemoryRecords;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.RecordJson;
import dev.fleetwright.swarm.store.RecordStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Outcomes of swarms that are gone: told again for the retention time, and kept no longer. */
class RecordSweepTest {

  private static final OrchestratorSettings SETTINGS = OrchestratorSettings.DEFAULT;

  private final String instance = "hub-" + UUID.randomUUID();
  private final RecordStore records = new InMemoryRecords();
  private AmqpTransport transport;
  private OrchestratorRuntime hub;

  @BeforeEach
  void connect() throws Exception {
    transport = new AmqpTransport(TestBrokers.embedded(), "hub");
    hub =
        new OrchestratorRuntime(
            transport,
            TestBrokers.PROTOCOL,
            records,
            Clock.systemUTC(),
            () -> UUID.randomUUID().toString(),
            SETTINGS,
            instance,
            new OrchestratorRuntime.Listener() {});
    assertThat(transport.awaitConnected(Duration.ofSeconds(30))).isTrue();
  }

  @AfterEach
  void close() throws Exception {
    hub.close();
    transport.close();
    TestBrokers.deleteQueue(TestBrokers.embedded(), ControlQueue.orchestrator(instance).name());
  }

  @Test
  void aRecordGoesWithItsLastOutcome() throws Exception {
    Instant now = Instant.now();
    String old = newSwarm();
    String mixed = newSwarm();
    String soon = newSwarm();
    store(old, now.minus(SETTINGS.retention()).minusSeconds(60));
    store(mixed, now.minus(SETTINGS.retention()).minusSeconds(60), now.minusSeconds(60));
    store(soon, now.minus(SETTINGS.retention()).plusSeconds(2));
    hub.start();
    await("the old one is gone", () -> !isStored(old));
    await("the next one goes when its time has come", () -> !isStored(soon));
    assertThat(isStored(mixed)).as("one of its outcomes still counts").isTrue();
    assertThat(hub.swarms()).containsExactly(mixed);
  }

  @Test
  void aSecondAttemptOfARemovalIsAnsweredWhenTheControllerIsGone() throws Exception {
    String swarm = newSwarm();
    Instant ended = Instant.now().minusSeconds(60);
    store(swarm, ended);
    hub.start();
    Queue<String> answers = new ConcurrentLinkedQueue<>();
    Subscription watching =
        transport.subscribe(
            ControlQueue.visitor(
                "watch-" + UUID.randomUUID(), List.of("ev.ready.swarm-remove." + swarm)),
            delivery -> {
              answers.add(new String(delivery.body(), StandardCharsets.UTF_8));
              delivery.acknowledge();
            });
    await("the record is read", () -> hub.view(swarm).isPresent());
    for (int attempt = 1; attempt <= 2; attempt++) {
      int expected = attempt;
      var _ =
          transport.publish(
              TestBrokers.wire(TestBrokers.signal(SignalName.SWARM_REMOVE, swarm, "k-" + ended)));
      await("it is answered", () -> answers.size() == expected);
    }
    assertThat(answers)
        .allSatisfy(answer ->
            assertThat(answer)
                .contains("\"originalCorrelationId\":\"c-" + ended)
                .contains("\"state\":\"Removed\""));
    watching.cancel();
  }

  private boolean isStored(String swarm) throws Exception {
    return records.load(new RecordId(Actor.ORCHESTRATOR, swarm)).isPresent();
  }

  /** A swarm that was removed as often as there are times. */
  private void store(String swarm, Instant... endings) throws Exception {
    List<EndedOperation> ended =
        Stream.of(endings)
            .map(at ->
                new EndedOperation(
                    new Operation(
                        new Command(SignalName.SWARM_REMOVE, null),
                        1,
                        "k-" + at,
                        "c-" + at,
                        at.minusSeconds(1),
                        at.plusSeconds(60),
                        true,
                        null),
                    new Outcome.Success(SwarmState.REMOVED),
                    at,
                    null))
            .toList();
    var _ =
        records.save(
            new RecordId(Actor.ORCHESTRATOR, swarm),
            RecordJson.write(
                new OrchestratorRecord(
                    swarm,
                    null,
                    null,
                    null,
                    1,
                    false,
                    false,
                    null,
                    RunState.REMOVED,
                    null,
                    null,
                    null,
                    ended,
                    List.of())),
            null);
  }
}
