package dev.fleetwright.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.agent.plan.Marks;
import dev.fleetwright.agent.plan.ObjectId;
import dev.fleetwright.agent.plan.ResourceType;
import dev.fleetwright.agent.plan.ReturnedStatus;
import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.ControlQueue;
import dev.fleetwright.amqp.EmbeddedBroker;
import dev.fleetwright.amqp.OrchestratorRuntime;
import dev.fleetwright.amqp.ReconnectDelays;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.apiserver.simulator.WorkloadSimulator;
import dev.fleetwright.model.Checked;
import dev.fleetwright.swarm.controller.ControllerSettings;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.OrchestratorSettings;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Actor;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import dev.fleetwright.swarm.protocol.Protocol;
import dev.fleetwright.swarm.protocol.RoutingKey;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.store.InMemoryRecords;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A hub, a broker and one fresh logical cluster, all behind real ports, and an agent between. */
final class Testbed implements AutoCloseable {

  static final ResourceType DEPLOYMENT =
      new ResourceType("apps", "v1", "Deployment", "deployments", true);
  static final ResourceType CONFIG_MAP =
      new ResourceType("", "v1", "ConfigMap", "configmaps", true);
  static final ResourceType NAMESPACE =
      new ResourceType("", "v1", "Namespace", "namespaces", false);
  private static final AgentConfig.Timing QUICK =
      new AgentConfig.Timing(
          Duration.ofMillis(20),
          Duration.ofMillis(50),
          Duration.ofSeconds(1),
          Duration.ofMillis(200));
  private static final ReconnectDelays SOON =
      new ReconnectDelays(Duration.ofMillis(50), Duration.ofMillis(400));
  private static final Protocol PROTOCOL = Protocol.bundled();
  private static final AtomicInteger COUNT = new AtomicInteger();

  /** One for all tests of this JVM. */
  private static final class Shared {
    private static final ApiServer SERVER = server();
    private static final EmbeddedBroker BROKER = EmbeddedBroker.start();

    private static ApiServer server() {
      try {
        ApiServer server =
            ApiServer.start(Config.of(Files.createTempDirectory("agent-test").resolve("data")));
        for (String crd :
            List.of(
                "swarm.fleetwright.dev_swarmrecords",
                "control.kubestellar.io_workstatuses",
                "work.open-cluster-management.io_manifestworks")) {
          try (InputStream file = Testbed.class.getResourceAsStream("/crds/" + crd + ".yaml")) {
            server.installDefinitions(ApiServer.HUB, Objects.requireNonNull(file));
          }
        }
        var simulator = WorkloadSimulator.start(server.local(), Duration.ofMillis(150));
        Runtime.getRuntime()
            .addShutdownHook(
                new Thread(() -> {
                  simulator.close();
                  server.close();
                }));
        return server;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  final String cluster = "c" + COUNT.incrementAndGet();
  final String swarm = "games_world_" + cluster;
  final KubernetesClient hub = client(ApiServer.HUB);
  final KubernetesClient target;
  private final InMemoryRecords orchestratorRecords = new InMemoryRecords();
  private @Nullable AmqpTransport agentSide;
  private @Nullable AmqpTransport hubSide;
  private @Nullable OrchestratorRuntime orchestrator;
  private @Nullable Agent agent;

  Testbed() throws IOException {
    Shared.SERVER.addCluster(cluster);
    target = client(cluster);
    hub.resource(new NamespaceBuilder().withNewMetadata().withName(cluster).endMetadata().build())
        .create();
  }

  static KubernetesClient client(String cluster) {
    return new KubernetesClientBuilder()
        .withConfig(
            new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
                .withMasterUrl(Shared.SERVER.address(cluster))
                .withCaCertData(
                    Base64.getEncoder()
                        .encodeToString(
                            Shared.SERVER.caCertificate().getBytes(StandardCharsets.UTF_8)))
                .withOauthToken(Shared.SERVER.token())
                .withNamespace("default")
                .withRequestRetryBackoffLimit(1)
                .build())
        .build();
  }

  Testbed startAgent() {
    agentSide = new AmqpTransport(Shared.BROKER.address(), "agent", Clock.systemUTC(), SOON);
    ControllerSettings usual = ControllerSettings.DEFAULT;
    agent =
        Agent.start(
            AgentConfig.of(hub, Map.of(cluster, target), agentSide)
                .withTiming(QUICK)
                .withControllers(
                    new ControllerSettings(
                        usual.template(),
                        usual.start(),
                        usual.stop(),
                        usual.remove(),
                        usual.config(),
                        usual.statusEvery(),
                        usual.statusTtl(),
                        usual.askAgain(),
                        Duration.ofSeconds(2),
                        usual.mostEnded())));
    return this;
  }

  void stopAgent() {
    if (agent != null) {
      agent.close();
    }
    if (agentSide != null) {
      agentSide.close();
    }
    agent = null;
    agentSide = null;
  }

  private OrchestratorRuntime orchestrator() throws IOException {
    if (orchestrator == null) {
      hubSide = new AmqpTransport(Shared.BROKER.address(), "hub", Clock.systemUTC(), SOON);
      orchestrator =
          new OrchestratorRuntime(
              hubSide,
              PROTOCOL,
              orchestratorRecords,
              Clock.systemUTC(),
              () -> UUID.randomUUID().toString(),
              OrchestratorSettings.DEFAULT,
              "hub-" + cluster,
              new Deliveries());
      orchestrator.start();
      watch(hubSide);
    }
    return orchestrator;
  }

  /** Puts the plan of a swarm that runs alone into the mailbox, as the hub does. */
  private final class Deliveries implements OrchestratorRuntime.Listener {
    @Override
    public void deliver(String swarmId, SwarmPlan plan, @Nullable String wanted) {
      write(
          SwarmPlan.workName(swarmId),
          Map.of(),
          Map.of(Marks.SWARM, swarmId, Marks.TEMPLATE, plan.digest()),
          plan.members().stream().map(Testbed::bee).toList());
    }

    @Override
    public void tearDownController(String swarmId) {
      if (swarmId.indexOf('_') < 0) {
        deleteWork(SwarmPlan.workName(swarmId));
      }
    }
  }

  private static JsonNode bee(SwarmPlan.Member member) {
    ObjectNode deployment = deployment(member.name(), 1);
    deployment
        .withObject("/metadata")
        .putObject("annotations")
        .put(Marks.COMPONENT, member.name())
        .put(Marks.ROLE, member.role())
        .put(Marks.INSTANCE, member.instance());
    return deployment;
  }

  private final Map<String, String> outcomes = new ConcurrentHashMap<>();

  private void watch(AmqpTransport transport) {
    var _ =
        transport.subscribe(
            ControlQueue.observer("bed-" + cluster),
            delivery -> {
              Checked<Message> read =
                  PROTOCOL.decode(Actor.OBSERVER, delivery.key(), delivery.body());
              if (read instanceof Checked.Valid<Message>(Message message)) {
                switch (message.body()) {
                  case Envelope.Confirmation c ->
                      outcomes.put(
                          c.idempotencyKey(), c.outcome().succeeded() ? "success" : "" + c);
                  case Envelope.Milestone m when m.idempotencyKey() != null ->
                      outcomes.put(m.idempotencyKey(), "success");
                  default -> {}
                }
              }
              delivery.acknowledge();
            });
  }

  @Nullable String outcome(String key) {
    return outcomes.get(key);
  }

  /** Sends a command as somebody at a command line does. */
  void command(SignalName signal, @Nullable SwarmPlan plan, String key, String swarmId)
      throws Exception {
    orchestrator();
    ObjectNode args = null;
    if (plan != null) {
      args = JsonNodeFactory.instance.objectNode();
      args.set("plan", plan.toJson());
    }
    Message message =
        new Message(
            new RoutingKey.SwarmSignal(signal, swarmId),
            new Envelope.Signal(
                signal,
                Scope.swarm(swarmId),
                UUID.randomUUID().toString(),
                key,
                UUID.randomUUID().toString(),
                Instant.now(),
                args));
    AmqpTransport transport = Objects.requireNonNull(hubSide);
    assertThat(transport.awaitConnected(Duration.ofSeconds(20))).isTrue();
    var _ =
        transport
            .publish(PROTOCOL.encode(Actor.ORCHESTRATOR, message).orThrow())
            .get(20, TimeUnit.SECONDS);
  }

  void desire(Desire desire) throws Exception {
    orchestrator().desire(swarm, desire).get(30, TimeUnit.SECONDS);
  }

  Optional<SwarmView> view() throws IOException {
    return orchestrator().view(swarm);
  }

  void awaitSwarm(SwarmState state) throws Exception {
    await(
        () -> swarm + " is " + state + ", but " + Objects.requireNonNull(orchestrator).view(swarm),
        () -> view().filter(view -> view.reached() && view.state() == state).isPresent());
  }

  TemplateRef template(String work, String hash) {
    return new TemplateRef(cluster, work, hash);
  }

  /** Writes a work of no world. */
  void deliver(String name, JsonNode... manifests) {
    write(name, Map.of(), Map.of(), List.of(manifests));
  }

  /** Writes a work of the world. */
  void deliverWorld(String name, String hash, JsonNode... manifests) {
    write(
        name,
        Map.of(
            Marks.OWNER_KIND, "WorldInstance",
            Marks.OWNER_NAMESPACE, "games",
            Marks.OWNER_NAME, "world"),
        Map.of(Marks.TEMPLATE, hash),
        List.of(manifests));
  }

  void write(
      String name,
      Map<String, String> labels,
      Map<String, String> annotations,
      List<JsonNode> manifests) {
    ObjectNode work = JsonNodeFactory.instance.objectNode();
    work.put("apiVersion", "work.open-cluster-management.io/v1").put("kind", "ManifestWork");
    ObjectNode metadata = work.putObject("metadata").put("name", name);
    labels.forEach(metadata.putObject("labels")::put);
    annotations.forEach(metadata.putObject("annotations")::put);
    ArrayNode list = work.putObject("spec").putObject("workload").putArray("manifests");
    manifests.forEach(list::add);
    Wire.resource(hub, Kinds.MANIFEST_WORK, cluster, name)
        .patch(Wire.applying("test-hub"), Wire.text(work));
  }

  void deleteWork(String name) {
    Wire.resource(hub, Kinds.MANIFEST_WORK, cluster, name).delete();
  }

  JsonNode work(String name) {
    var found = Wire.resource(hub, Kinds.MANIFEST_WORK, cluster, name).get();
    return found == null
        ? com.fasterxml.jackson.databind.node.MissingNode.getInstance()
        : Wire.tree(found);
  }

  /** The status of a condition, or an empty text. */
  static String condition(JsonNode holder, String type) {
    for (JsonNode condition : holder.path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText();
      }
    }
    return "";
  }

  static String reason(JsonNode holder, String type) {
    for (JsonNode condition : holder.path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("reason").asText();
      }
    }
    return "";
  }

  void awaitApplied(String work) throws Exception {
    await(
        () -> work + " is applied: " + work(work),
        () -> {
          JsonNode object = work(work);
          JsonNode status = object.path("status");
          return condition(status, "Applied").equals("True")
              && status.path("conditions").path(0).path("observedGeneration").asLong()
                  == object.path("metadata").path("generation").asLong();
        });
  }

  JsonNode live(ResourceType type, String namespace, String name) {
    var found = Wire.resource(target, type, namespace, name).get();
    return found == null
        ? com.fasterxml.jackson.databind.node.MissingNode.getInstance()
        : Wire.tree(found);
  }

  boolean exists(ResourceType type, String name) {
    return live(type, "default", name).isObject();
  }

  JsonNode workStatus(ResourceType type, String namespace, String name) {
    ObjectId id = new ObjectId(type.group(), type.kind(), namespace, name);
    var found = Wire.resource(hub, Kinds.WORK_STATUS, cluster, ReturnedStatus.nameOf(id)).get();
    return found == null
        ? com.fasterxml.jackson.databind.node.MissingNode.getInstance()
        : Wire.tree(found);
  }

  static ObjectNode deployment(String name, int replicas) {
    return parse(
        """
        {"apiVersion": "apps/v1", "kind": "Deployment",
         "metadata": {"name": "%1$s", "namespace": "default"},
         "spec": {"replicas": %2$d, "selector": {"matchLabels": {"app": "%1$s"}},
           "template": {"metadata": {"labels": {"app": "%1$s"}},
             "spec": {"containers": [{"name": "c", "image": "nginx"}]}}}}
        """
            .formatted(name, replicas));
  }

  static ObjectNode configMap(String name, String value) {
    return parse(
        """
        {"apiVersion": "v1", "kind": "ConfigMap",
         "metadata": {"name": "%s", "namespace": "default"}, "data": {"k": "%s"}}
        """
            .formatted(name, value));
  }

  static ObjectNode parse(String json) {
    try {
      return (ObjectNode) Wire.parse(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void await(String what, Callable<Boolean> condition) throws Exception {
    await(() -> what, condition);
  }

  private static void await(Supplier<String> what, Callable<Boolean> condition) throws Exception {
    Instant end = Instant.now().plusSeconds(20);
    while (!condition.call()) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("never happened: " + what.get());
      }
      Thread.sleep(20);
    }
  }

  @Override
  public void close() {
    stopAgent();
    if (orchestrator != null) {
      orchestrator.close();
    }
    if (hubSide != null) {
      hubSide.close();
    }
    target.close();
    hub.close();
  }
}
