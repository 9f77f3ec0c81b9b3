package dev.fleetwright.amqp;

import static dev.fleetwright.amqp.TestBrokers.await;
import static dev.fleetwright.amqp.TestBrokers.newSwarm;
import static dev.fleetwright.amqp.TestBrokers.publishRaw;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.ControllerSettings;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.EndedOperation;
import dev.fleetwright.swarm.orchestrator.OrchestratorSettings;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Json;
import dev.fleetwright.swarm.protocol.Outcome;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.store.InMemoryRecords;
import dev.fleetwright.swarm.store.RecordId;
import dev.fleetwright.swarm.store.RecordStore;
import dev.fleetwright.swarm.store.SaveResult;
import dev.fleetwright.swarm.store.StoredRecord;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both roles over a broker: desires in, confirmed states out. */
abstract class RuntimeContract {

  private static final TemplateRef ONE = new TemplateRef("cluster1", "shop", "sha256:one");
  private static final TemplateRef TWO = new TemplateRef("cluster1", "shop", "sha256:two");

  private final String instance = "hub-" + UUID.randomUUID();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final RecordStore records = new InMemoryRecords();
  private final FakeCluster cluster = new FakeCluster();
  private final Queue<EndedOperation> ended = new ConcurrentLinkedQueue<>();
  private BrokerAddress address;
  private AmqpTransport hubSide;
  private AmqpTransport agentSide;
  private OrchestratorRuntime orchestrator;
  private ControllerRuntime controllers;

  abstract BrokerAddress broker();

  @BeforeEach
  void startBoth() throws Exception {
    address = broker();
    startAgent();
    startHub();
  }

  @AfterEach
  void closeAll() throws Exception {
    controllers.hosted().forEach(controllers::unhost);
    for (AutoCloseable one : opened.reversed()) {
      one.close();
    }
    TestBrokers.deleteQueue(address, ControlQueue.orchestrator(instance).name());
  }

  private void startHub() throws Exception {
    hubSide = new AmqpTransport(address, "hub", Clock.systemUTC(), TestBrokers.QUICK);
    opened.add(hubSide);
    orchestrator = startedOrchestrator(records);
  }

  private OrchestratorRuntime startedOrchestrator(RecordStore store) throws Exception {
    OrchestratorRuntime started =
        new OrchestratorRuntime(
            hubSide,
            TestBrokers.PROTOCOL,
            store,
            Clock.systemUTC(),
            () -> UUID.randomUUID().toString(),
            OrchestratorSettings.DEFAULT,
            instance,
            new OrchestratorRuntime.Listener() {
              @Override
              public void ended(String swarmId, EndedOperation operation) {
                ended.add(operation);
              }

              @Override
              public void ensureController(String swarmId) {
                controllers.host(swarmId);
              }

              @Override
              public void tearDownController(String swarmId) {
                controllers.unhost(swarmId);
              }
            });
    opened.add(started);
    started.start();
    return started;
  }

  private void startAgent() {
    agentSide = new AmqpTransport(address, "agent", Clock.systemUTC(), TestBrokers.QUICK);
    opened.add(agentSide);
    controllers =
        new ControllerRuntime(
            agentSide,
            TestBrokers.PROTOCOL,
            records,
            Clock.systemUTC(),
            () -> UUID.randomUUID().toString(),
            ControllerSettings.DEFAULT,
            cluster);
    cluster.reportTo(controllers);
    opened.add(controllers);
  }

  private void awaitReached(String swarm, SwarmState state) throws Exception {
    await(
        swarm + " is " + state,
        () ->
            orchestrator
                .view(swarm)
                .filter(view -> view.reached() && view.state() == state)
                .isPresent());
  }

  private RunState clusterRun(String swarm) {
    return java.util.Objects.requireNonNull(cluster.state.get(swarm)).run();
  }

  @Test
  void aSwarmIsLedThroughItsWholeLife() throws Exception {
    String swarm = newSwarm();
    orchestrator.desire(swarm, Desire.running(ONE)).get(30, TimeUnit.SECONDS);
    awaitReached(swarm, SwarmState.RUNNING);
    assertThat(clusterRun(swarm)).isEqualTo(RunState.RUNNING);
    orchestrator.desire(swarm, Desire.running(TWO)).get(30, TimeUnit.SECONDS);
    awaitReached(swarm, SwarmState.RUNNING);
    assertThat(java.util.Objects.requireNonNull(cluster.state.get(swarm)).template())
        .isEqualTo(TWO);
    orchestrator.desire(swarm, Desire.stopped(TWO)).get(30, TimeUnit.SECONDS);
    awaitReached(swarm, SwarmState.STOPPED);
    assertThat(clusterRun(swarm)).isEqualTo(RunState.STOPPED);
    orchestrator.desire(swarm, Desire.removed()).get(30, TimeUnit.SECONDS);
    awaitReached(swarm, SwarmState.REMOVED);
    assertThat(clusterRun(swarm)).isEqualTo(RunState.REMOVED);
    await("the controller is torn down", () -> !controllers.hosted().contains(swarm));
    assertThat(ended)
        .extracting(e -> e.operation().command().signal())
        .containsExactly(
            SignalName.SWARM_CREATE,
            SignalName.SWARM_TEMPLATE,
            SignalName.SWARM_START,
            SignalName.SWARM_TEMPLATE,
            SignalName.SWARM_STOP,
            SignalName.SWARM_REMOVE);
    assertThat(ended).allMatch(e -> e.outcome().succeeded());
    assertThat(cluster.effects(swarm)).isEqualTo(5);
  }

  @Test
  void whatTheAgentCannotDoIsAnErrorWithItsReason() throws Exception {
    String swarm = newSwarm();
    cluster.broken.add(swarm);
    orchestrator.desire(swarm, Desire.running(ONE)).get(30, TimeUnit.SECONDS);
    await("the start fails", () -> orchestrator.view(swarm).map(SwarmView::setback).isPresent());
    assertThat(orchestrator.view(swarm).orElseThrow().setback())
        .satisfies(setback -> {
          assertThat(setback.code()).isEqualTo("image-missing");
          assertThat(setback.signal()).isEqualTo(SignalName.SWARM_START);
          assertThat(setback.retryAt()).isNull();
        });
    cluster.broken.remove(swarm);
    orchestrator.desire(swarm, Desire.stopped(ONE)).get(30, TimeUnit.SECONDS);
    awaitReached(swarm, SwarmState.STOPPED);
  }

  @Test
  void bothSidesRestartAndGoOn() throws Exception {
    String swarm = newSwarm();
    orchestrator.desire(swarm, Desire.running(ONE)).get(30, TimeUnit.SECONDS);
    awaitReached(swarm, SwarmState.RUNNING);
    long effects = cluster.effects(swarm);
    orchestrator.close();
    hubSide.close();
    controllers.close();
    agentSide.close();
    startAgent();
    controllers.host(swarm);
    startHub();
    awaitReached(swarm, SwarmState.RUNNING);
    assertThat(cluster.effects(swarm)).isEqualTo(effects);
    orchestrator.desire(swarm, Desire.stopped(ONE)).get(30, TimeUnit.SECONDS);
    awaitReached(swarm, SwarmState.STOPPED);
    assertThat(cluster.effects(swarm)).isEqualTo(effects + 1);
  }

  @Test
  void aForeignCommandIsShownAndNotFought() throws Exception {
    String swarm = newSwarm();
    orchestrator.desire(swarm, Desire.running(ONE)).get(30, TimeUnit.SECONDS);
    awaitReached(swarm, SwarmState.RUNNING);
    publishRaw(address, "sig.swarm-stop." + swarm, body(swarm, "swarm-stop", "stranger-1"));
    await(
        "it is shown",
        () ->
            orchestrator
                .view(swarm)
                .filter(v -> v.contradiction() != null && v.state() == SwarmState.STOPPED)
                .isPresent());
    assertThat(orchestrator.view(swarm).orElseThrow().reached()).isFalse();
    assertThat(clusterRun(swarm)).isEqualTo(RunState.STOPPED);
    publishRaw(address, "sig.swarm-start." + swarm, body(swarm, "swarm-start", "stranger-2"));
    awaitReached(swarm, SwarmState.RUNNING);
    assertThat(orchestrator.view(swarm).orElseThrow().contradiction()).isNull();
  }

  private static String body(String swarm, String signal, String key) {
    return """
    {"signal": "%s", "swarmId": "%s", "idempotencyKey": "%s", "correlationId": "c-%s",
     "messageId": "m", "timestamp": "2025-09-12T12:30:00Z"}
    """
        .formatted(signal, swarm, key, key);
  }

  @Test
  void anInvalidCommandIsAnsweredAndKeptForPeople() throws Exception {
    String swarm = newSwarm();
    Queue<String> errors = new ConcurrentLinkedQueue<>();
    Subscription watching =
        hubSide.subscribe(
            ControlQueue.observer("watch-" + UUID.randomUUID()),
            delivery -> {
              if (delivery.key().equals("ev.error.swarm-stop." + swarm)) {
                errors.add(new String(delivery.body(), java.nio.charset.StandardCharsets.UTF_8));
              }
              delivery.acknowledge();
            });
    orchestrator.desire(swarm, Desire.running(ONE)).get(30, TimeUnit.SECONDS);
    awaitReached(swarm, SwarmState.RUNNING);
    publishRaw(
        address,
        "sig.swarm-stop." + swarm,
        "{\"swarmId\": \"other\", \"correlationId\": \"c\", \"idempotencyKey\": \"k\"}");
    publishRaw(address, "sig.swarm-stop." + swarm, "not json");
    await("it is answered", () -> !errors.isEmpty());
    JsonNode answer =
        Json.read(
            java.util.Objects.requireNonNull(errors.peek())
                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    assertThat(answer.path("code").asText()).isEqualTo("invalid-signal");
    assertThat(answer.path("idempotencyKey").asText()).isEqualTo("k");
    // Each of the two, in the queue of each role.
    await("both are kept", () -> TransportContract.lettersOf(hubSide, swarm).size() == 4);
    assertThat(clusterRun(swarm)).isEqualTo(RunState.RUNNING);
    watching.delete();
  }

  @Test
  void aDuplicateIsAnsweredAgainAndNotExecutedAgain() throws Exception {
    String swarm = newSwarm();
    Queue<JsonNode> answers = new ConcurrentLinkedQueue<>();
    Subscription watching =
        hubSide.subscribe(
            ControlQueue.observer("watch-" + UUID.randomUUID()),
            delivery -> {
              if (delivery.key().endsWith("swarm-stop." + swarm)
                  && delivery.key().startsWith("ev.")) {
                try {
                  answers.add(Json.read(delivery.body()));
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              }
              delivery.acknowledge();
            });
    orchestrator.desire(swarm, Desire.running(ONE)).get(30, TimeUnit.SECONDS);
    awaitReached(swarm, SwarmState.RUNNING);
    long effects = cluster.effects(swarm);
    String stop = body(swarm, "swarm-stop", "same");
    publishRaw(address, "sig.swarm-stop." + swarm, stop);
    await("the first is answered", () -> answers.size() == 1);
    publishRaw(address, "sig.swarm-stop." + swarm, stop.replace("c-same", "c-again"));
    publishRaw(
        address,
        "sig.swarm-stop." + swarm,
        stop.replace("c-same", "c-other")
            .replace("\"messageId\"", "\"args\": {\"x\": 1}, \"messageId\""));
    await("all are answered", () -> answers.size() == 3);
    List<JsonNode> all = List.copyOf(answers);
    assertThat(all.get(1).path("result").asText()).isEqualTo("success");
    assertThat(all.get(1).path("correlationId").asText()).isEqualTo("c-again");
    assertThat(all.get(1).path("originalCorrelationId").asText()).isEqualTo("c-same");
    assertThat(all.get(2).path("code").asText()).isEqualTo("idempotency-conflict");
    assertThat(cluster.effects(swarm)).isEqualTo(effects + 1);
    watching.delete();
  }

  @Test
  void creatingWhatNobodyDesiresIsAnError() throws Exception {
    String swarm = newSwarm();
    Queue<String> errors = new ConcurrentLinkedQueue<>();
    Subscription watching =
        hubSide.subscribe(
            ControlQueue.observer("watch-" + UUID.randomUUID()),
            delivery -> {
              if (delivery.key().equals("ev.error.swarm-create." + swarm)) {
                errors.add(new String(delivery.body(), java.nio.charset.StandardCharsets.UTF_8));
              }
              delivery.acknowledge();
            });
    assertThat(hubSide.awaitConnected(java.time.Duration.ofSeconds(30))).isTrue();
    publishRaw(address, "sig.swarm-create." + swarm, body(swarm, "swarm-create", "k"));
    await("it is answered", () -> !errors.isEmpty());
    assertThat(errors.peek()).contains("not-desired");
    watching.delete();
  }

  @Test
  void aCommandForASwarmThatIsNotThereIsAnErrorAlsoForTheSecondAttempt() throws Exception {
    String swarm = newSwarm();
    Queue<String> errors = new ConcurrentLinkedQueue<>();
    Subscription watching =
        hubSide.subscribe(
            ControlQueue.observer("watch-" + UUID.randomUUID()),
            delivery -> {
              if (delivery.key().equals("ev.error.swarm-start." + swarm)) {
                errors.add(new String(delivery.body(), java.nio.charset.StandardCharsets.UTF_8));
              }
              delivery.acknowledge();
            });
    assertThat(hubSide.awaitConnected(java.time.Duration.ofSeconds(30))).isTrue();
    for (int attempt = 1; attempt <= 2; attempt++) {
      int answers = attempt;
      publishRaw(address, "sig.swarm-start." + swarm, body(swarm, "swarm-start", "k"));
      await("it is answered", () -> errors.size() >= answers);
    }
    // Also when it waits for a hub that starts again and has not read its records yet.
    orchestrator.close();
    publishRaw(address, "sig.swarm-start." + swarm, body(swarm, "swarm-start", "k"));
    orchestrator = startedOrchestrator(new SlowRecords(records));
    await("it is answered", () -> errors.size() >= 3);
    assertThat(errors).allSatisfy(error -> assertThat(error).contains("unknown-swarm"));
    watching.delete();
  }

  /** Takes its time to read, so that messages come first. */
  private record SlowRecords(RecordStore store) implements RecordStore {

    @Override
    public Optional<StoredRecord> load(RecordId id) throws IOException {
      LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
      return store.load(id);
    }

    @Override
    public SaveResult save(RecordId id, JsonNode content, @Nullable String version)
        throws IOException {
      return store.save(id, content, version);
    }

    @Override
    public void delete(RecordId id) throws IOException {
      store.delete(id);
    }

    @Override
    public List<String> swarms(Actor role) throws IOException {
      return store.swarms(role);
    }
  }

  @Test
  void aFailureOutcomeIsKeptWithTheCommand() throws Exception {
    String swarm = newSwarm();
    cluster.broken.add(swarm);
    orchestrator.desire(swarm, Desire.running(ONE)).get(30, TimeUnit.SECONDS);
    await("it ends", () -> ended.stream().anyMatch(e -> !e.outcome().succeeded()));
    EndedOperation failed =
        ended.stream().filter(e -> !e.outcome().succeeded()).findFirst().orElseThrow();
    assertThat(failed.outcome())
        .isInstanceOfSatisfying(
            Outcome.Failure.class, f -> assertThat(f.phase()).isEqualTo("start"));
  }
}
