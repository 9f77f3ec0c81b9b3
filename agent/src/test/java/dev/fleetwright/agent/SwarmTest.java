package dev.fleetwright.agent;

import static dev.fleetwright.agent.Testbed.CONFIG_MAP;
import static dev.fleetwright.agent.Testbed.DEPLOYMENT;
import static dev.fleetwright.agent.Testbed.await;
import static dev.fleetwright.agent.Testbed.condition;
import static dev.fleetwright.agent.Testbed.configMap;
import static dev.fleetwright.agent.Testbed.deployment;
import static dev.fleetwright.agent.Testbed.parse;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.fleetwright.agent.plan.Marks;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.plan.Bee;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.plan.Work;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Works of a world: led by signals, confirmed on evidence. */
class SwarmTest {

  private final Testbed bed;

  SwarmTest() throws IOException {
    bed = new Testbed();
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private int replicas(String name) {
    return bed.live(DEPLOYMENT, "default", name).path("spec").path("replicas").asInt(-1);
  }

  private int available(String name) {
    return bed.live(DEPLOYMENT, "default", name).path("status").path("availableReplicas").asInt(0);
  }

  @Test
  void aWorldIsLedThroughItsWholeLife() throws Exception {
    bed.startAgent().deliverWorld("world", "one", deployment("web", 2), configMap("settings", "1"));
    await(
        "it waits", () -> condition(bed.work("world").path("status"), "Applied").equals("Unknown"));
    assertThat(bed.exists(DEPLOYMENT, "web")).isFalse();

    bed.desire(Desire.running(bed.template("world", "one")));
    bed.awaitSwarm(SwarmState.RUNNING);
    assertThat(available("web")).isEqualTo(2);
    assertThat(bed.view().orElseThrow().totals().healthy()).isEqualTo(1);

    bed.desire(Desire.stopped(bed.template("world", "one")));
    bed.awaitSwarm(SwarmState.STOPPED);
    assertThat(replicas("web")).isZero();
    assertThat(available("web")).isZero();
    assertThat(bed.exists(CONFIG_MAP, "settings")).isTrue();

    bed.desire(Desire.running(bed.template("world", "one")));
    bed.awaitSwarm(SwarmState.RUNNING);
    assertThat(available("web")).isEqualTo(2);

    bed.deliverWorld("world", "two", deployment("api", 1));
    bed.desire(Desire.running(bed.template("world", "two")));
    bed.awaitSwarm(SwarmState.RUNNING);
    assertThat(available("api")).isEqualTo(1);
    assertThat(bed.exists(DEPLOYMENT, "web")).isFalse();
    assertThat(bed.exists(CONFIG_MAP, "settings")).isFalse();

    bed.desire(Desire.removed());
    bed.awaitSwarm(SwarmState.REMOVED);
    assertThat(bed.exists(DEPLOYMENT, "api")).isFalse();
    bed.deleteWork("world");
    await("the work is gone", () -> bed.work("world").isMissingNode());
    await("the record is swept", () -> records().isEmpty());
  }

  private List<?> records() {
    return bed.hub
        .genericKubernetesResources(Wire.context(Kinds.SWARM_RECORD))
        .inNamespace(bed.cluster)
        .list()
        .getItems();
  }

  private static ObjectNode component(String name, Map<String, String> marks) {
    ObjectNode deployment = deployment(name, 1);
    ObjectNode annotations = deployment.withObject("/metadata").putObject("annotations");
    annotations.put(Marks.COMPONENT, name);
    marks.forEach(annotations::put);
    return deployment;
  }

  @Test
  void providersAreUpBeforeTheirConsumersAndStopAfterThem() throws Exception {
    bed.startAgent()
        .deliverWorld(
            "world", "one", component("consumer", Map.of()), component("provider", Map.of()));
    TemplateRef template =
        bed.template("world", "one").needing(Map.of("consumer", List.of("provider")));
    bed.desire(Desire.running(template));
    await("the consumer's turn comes", () -> replicas("consumer") == 1);
    assertThat(available("provider")).isEqualTo(1);
    bed.awaitSwarm(SwarmState.RUNNING);
    assertThat(bed.view().orElseThrow().totals()).isEqualTo(new Totals(2, 2, 2, 2));
    bed.desire(Desire.stopped(template));
    await("the provider's turn comes", () -> replicas("provider") == 0);
    assertThat(available("consumer")).isZero();
    bed.awaitSwarm(SwarmState.STOPPED);
    assertThat(bed.exists(DEPLOYMENT, "consumer")).isTrue();
  }

  @Test
  void aCycleOfModulesIsAnErrorThatNamesIt() throws Exception {
    bed.startAgent().deliverWorld("world", "one", component("a", Map.of()));
    bed.desire(
        Desire.running(
            bed.template("world", "one").needing(Map.of("a", List.of("b"), "b", List.of("a")))));
    await("it fails", () -> bed.view().map(SwarmView::setback).isPresent());
    assertThat(bed.view().orElseThrow().setback())
        .satisfies(setback -> {
          assertThat(setback.code()).isEqualTo("cyclic-plan");
          assertThat(setback.message()).contains("a -> b -> a");
        });
  }

  @Test
  void aComponentWithAnActuatorIsAskedBeforeTheSwarmIsCalledRunning() throws Exception {
    AtomicInteger answer = new AtomicInteger(503);
    AtomicInteger asked = new AtomicInteger();
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/actuator/health",
        exchange -> {
          asked.incrementAndGet();
          byte[] body = "{\"status\":\"UP\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer.get(), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    http.start();
    try {
      String url = "http://127.0.0.1:" + http.getAddress().getPort() + "/actuator";
      bed.startAgent().deliverWorld("world", "one", component("web", Map.of(Marks.ACTUATOR, url)));
      bed.desire(Desire.running(bed.template("world", "one")));
      await("it is asked more than once", () -> asked.get() >= 2);
      assertThat(available("web")).isEqualTo(1);
      assertThat(bed.view().orElseThrow().reached()).isFalse();
      answer.set(200);
      bed.awaitSwarm(SwarmState.RUNNING);
    } finally {
      http.stop(0);
    }
  }

  @Test
  void aSwarmThatRunsAloneIsMadeFromItsPlan() throws Exception {
    bed.startAgent();
    String swarm = "alone-" + bed.cluster;
    SwarmPlan plan =
        new SwarmPlan(
            swarm,
            List.of(
                new Bee("sink", "i", new Work(List.of("q"), List.of()), Map.of()),
                new Bee("source", "i", new Work(List.of(), List.of("q")), Map.of())));
    bed.command(SignalName.SWARM_CREATE, plan, "c", swarm);
    await("it is created", () -> bed.outcome("c") != null);
    bed.command(SignalName.SWARM_TEMPLATE, plan, "t", swarm);
    await("it is provisioned", () -> bed.outcome("t") != null);
    assertThat(replicas("sink")).isZero();
    bed.command(SignalName.SWARM_START, null, "s", swarm);
    await("the sink's turn comes", () -> replicas("sink") == 1);
    assertThat(available("source")).isEqualTo(1);
    await("it runs", () -> bed.outcome("s") != null);
    assertThat(bed.outcome("s")).isEqualTo("success");
    bed.stopAgent();
    bed.startAgent();
    bed.command(SignalName.SWARM_STOP, null, "p", swarm);
    await("it stops", () -> bed.outcome("p") != null);
    assertThat(available("source") + available("sink")).isZero();
    bed.command(SignalName.SWARM_REMOVE, null, "r", swarm);
    await("it is removed", () -> bed.outcome("r") != null);
    assertThat(bed.outcome("r")).isEqualTo("success");
    assertThat(bed.exists(DEPLOYMENT, "sink")).isFalse();
    await("the work is gone", () -> bed.work(SwarmPlan.workName(swarm)).isMissingNode());
    await("the record is swept", () -> records().isEmpty());
  }

  @Test
  void contentThatNoSignalNamesIsNotApplied() throws Exception {
    bed.startAgent().deliverWorld("world", "one", configMap("a", "1"));
    bed.desire(Desire.running(bed.template("world", "one")));
    bed.awaitSwarm(SwarmState.RUNNING);
    bed.deliverWorld("world", "two", configMap("b", "1"));
    Thread.sleep(400);
    assertThat(bed.exists(CONFIG_MAP, "a")).isTrue();
    assertThat(bed.exists(CONFIG_MAP, "b")).isFalse();
    bed.desire(Desire.running(bed.template("world", "two")));
    bed.awaitSwarm(SwarmState.RUNNING);
    await("a is gone", () -> !bed.exists(CONFIG_MAP, "a"));
    assertThat(bed.exists(CONFIG_MAP, "b")).isTrue();
  }

  @Test
  void allPartsOfAWorldAreAwaited() throws Exception {
    bed.startAgent();
    Map<String, String> owner =
        Map.of(
            Marks.OWNER_KIND, "WorldInstance",
            Marks.OWNER_NAMESPACE, "games",
            Marks.OWNER_NAME, "world");
    Map<String, String> parts = Map.of(Marks.TEMPLATE, "h", Marks.PARTS, "2");
    bed.write("world-1", owner, parts, List.of(configMap("a", "1")));
    bed.desire(Desire.running(bed.template("world-1", "h")));
    Thread.sleep(400);
    assertThat(bed.exists(CONFIG_MAP, "a")).isFalse();
    bed.write("world-2", owner, parts, List.of(deployment("web", 1)));
    bed.awaitSwarm(SwarmState.RUNNING);
    assertThat(bed.exists(CONFIG_MAP, "a")).isTrue();
    assertThat(available("web")).isEqualTo(1);
  }

  @Test
  void theAgentIsRestartedInTheMiddle() throws Exception {
    bed.deliverWorld("world", "one", deployment("web", 2));
    bed.desire(Desire.running(bed.template("world", "one")));
    bed.startAgent();
    await("it has begun", () -> bed.exists(DEPLOYMENT, "web"));
    bed.stopAgent();
    bed.startAgent();
    bed.awaitSwarm(SwarmState.RUNNING);
    assertThat(available("web")).isEqualTo(2);
    bed.stopAgent();
    Wire.resource(bed.target, DEPLOYMENT, "default", "web").delete();
    bed.startAgent();
    await("what went missing meanwhile is back", () -> available("web") == 2);
    bed.stopAgent();
    bed.desire(Desire.stopped(bed.template("world", "one")));
    bed.startAgent();
    bed.awaitSwarm(SwarmState.STOPPED);
    assertThat(replicas("web")).isZero();
  }

  @Test
  void anInvalidObjectFailsTheCommandWithItsReason() throws Exception {
    JsonNode bad =
        parse(
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"bad\",\"namespace\":\"default\"},\"data\":5}");
    bed.startAgent().deliverWorld("world", "one", bad, configMap("good", "1"));
    bed.desire(Desire.running(bed.template("world", "one")));
    await("it fails", () -> bed.view().map(SwarmView::setback).isPresent());
    assertThat(bed.view().orElseThrow().setback())
        .satisfies(setback -> assertThat(setback.code()).isEqualTo("invalid-manifest"));
    assertThat(bed.exists(CONFIG_MAP, "good")).isTrue();
    bed.deliverWorld("world", "two", configMap("good", "1"));
    bed.desire(Desire.running(bed.template("world", "two")));
    bed.awaitSwarm(SwarmState.RUNNING);
  }

  @Test
  void aWorldRemovedBeforeItWasEverThereIsRemoved() throws Exception {
    bed.startAgent().deliverWorld("world", "one", configMap("a", "1"));
    bed.desire(Desire.running(bed.template("world", "one")));
    bed.awaitSwarm(SwarmState.RUNNING);
    // The hub may delete the work first; the removal is confirmed all the same.
    bed.deleteWork("world");
    await("the work is gone", () -> bed.work("world").isMissingNode());
    assertThat(bed.exists(CONFIG_MAP, "a")).isFalse();
    bed.desire(Desire.removed());
    bed.awaitSwarm(SwarmState.REMOVED);
  }
}
