package dev.fleetwright.cli.up;

import dev.fleetwright.agent.Agent;
import dev.fleetwright.agent.AgentConfig;
import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.amqp.EmbeddedBroker;
import dev.fleetwright.amqp.ReconnectDelays;
import dev.fleetwright.amqp.Senders;
import dev.fleetwright.api.Crds;
import dev.fleetwright.api.Roles;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.apiserver.simulator.WorkloadSimulator;
import dev.fleetwright.cli.sample.SamplePods;
import dev.fleetwright.hub.Hub;
import dev.fleetwright.hub.HubConfig;
import dev.fleetwright.hub.admission.SemanticChecks;
import dev.fleetwright.hub.metrics.Metrics;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Everything in one process on one machine: the API server, the broker, the logical clusters with
 * simulated workloads, the hub and the agent. They talk through the same ports as they would on
 * many machines.
 */
final class Platform implements AutoCloseable {

  /**
   * @param port 0 for any free one
   * @param workloadDelay how long a simulated workload takes to become available
   * @param rabbit a broker that runs already; null for one of our own
   * @param host the address that the API server listens on
   * @param senders whose messages hub and agent take from the broker
   */
  record Settings(
      Path data,
      int port,
      int clusters,
      Duration workloadDelay,
      @Nullable BrokerAddress rabbit,
      Senders senders,
      String host) {

    Settings(
        Path data,
        int port,
        int clusters,
        Duration workloadDelay,
        @Nullable BrokerAddress rabbit,
        Senders senders) {
      this(data, port, clusters, workloadDelay, rabbit, senders, ListenAddress.LOOPBACK);
    }

    Settings(Path data, int port, int clusters, Duration workloadDelay) {
      this(data, port, clusters, workloadDelay, null, Senders.anybody());
    }
  }

  private static final String HUB_USER = "fleetwright:hub";
  private static final String AGENT_USER = "fleetwright:agent";

  private final Deque<AutoCloseable> parts;
  private final ApiServer server;
  private final BrokerAddress broker;
  private final KubernetesClient admin;
  private final List<String> clusters;
  private volatile boolean closed;

  private Platform(
      Deque<AutoCloseable> parts,
      ApiServer server,
      BrokerAddress broker,
      KubernetesClient admin,
      List<String> clusters) {
    this.parts = parts;
    this.server = server;
    this.broker = broker;
    this.admin = admin;
    this.clusters = clusters;
  }

  static Platform start(Settings settings) throws IOException, InterruptedException {
    Deque<AutoCloseable> parts = new ArrayDeque<>();
    try {
      return start(settings, parts);
    } catch (IOException | InterruptedException | RuntimeException e) {
      closeAll(parts);
      throw e;
    }
  }

  private static Platform start(Settings settings, Deque<AutoCloseable> parts)
      throws IOException, InterruptedException {
    // The broker takes longest to start and needs nothing.
    CompletableFuture<BrokerAddress> starting = startBroker(settings.rabbit(), parts);
    ApiServer server =
        ApiServer.start(
            Config.of(settings.data()).withHost(settings.host()).withPort(settings.port()),
            (cluster, object) ->
                SemanticChecks.problems(
                    object.path("apiVersion").asText(),
                    object.path("kind").asText(),
                    object.toString()));
    parts.push(server);
    server.installDefinitions(
        ApiServer.HUB, new ByteArrayInputStream(Crds.all().getBytes(StandardCharsets.UTF_8)));
    List<String> wanted =
        IntStream.rangeClosed(1, settings.clusters()).mapToObj(n -> "cluster" + n).toList();
    server.installRoles(
        ApiServer.HUB, new ByteArrayInputStream(Roles.all().getBytes(StandardCharsets.UTF_8)));
    server.addClusters(wanted);
    List<String> clusters = List.copyOf(server.clusters());
    SamplePods pods = SamplePods.follow(server.local(), starting);
    parts.push(pods);
    parts.push(
        WorkloadSimulator.start(
            server.local(), pods.among(WorkloadSimulator.usual(settings.workloadDelay()))));
    Clients clients = new Clients(server);
    parts.push(clients);
    KubernetesClient admin = clients.of(ApiServer.HUB);
    Fleet.ensure(admin, clusters);
    String hubToken = server.admit(HUB_USER, Roles.HUB);
    server.admit(AGENT_USER, Roles.ALL_MAILBOXES);
    String agentToken = server.admitAgent(AGENT_USER, clusters);
    BrokerAddress broker = await(starting);
    AmqpTransport hubBus = transport(broker, "hub", settings);
    parts.push(hubBus);
    Metrics figures = new Metrics();
    parts.push(
        Hub.start(HubConfig.of(clients.of(ApiServer.HUB, hubToken), hubBus).withMetrics(figures)));
    server.includeFigures(figures::text);
    AmqpTransport agentBus = transport(broker, "agent", settings);
    parts.push(agentBus);
    Map<String, KubernetesClient> members = new LinkedHashMap<>();
    clusters.forEach(name -> members.put(name, clients.of(name, agentToken)));
    KubernetesClient mailboxes = clients.of(ApiServer.HUB, agentToken);
    Agent agent = Agent.start(AgentConfig.of(mailboxes, Map.of(), agentBus).withOneMailboxWatch());
    parts.push(agent);
    parts.push(CutOffs.start(admin, agent, members));
    parts.push(() -> BrokerFile.delete(settings.data()));
    BrokerFile.write(settings.data(), broker);
    return new Platform(parts, server, broker, admin, clusters);
  }

  private static AmqpTransport transport(BrokerAddress broker, String name, Settings settings) {
    return new AmqpTransport(
        broker, name, Clock.systemUTC(), ReconnectDelays.DEFAULT, settings.senders());
  }

  private static CompletableFuture<BrokerAddress> startBroker(
      @Nullable BrokerAddress rabbit, Deque<AutoCloseable> parts) {
    if (rabbit != null) {
      return CompletableFuture.completedFuture(rabbit);
    }
    CompletableFuture<EmbeddedBroker> starting =
        CompletableFuture.supplyAsync(
            EmbeddedBroker::start, task -> Thread.ofPlatform().name("broker-start").start(task));
    parts.push(() -> starting.thenAccept(EmbeddedBroker::close).join());
    return starting.thenApply(EmbeddedBroker::address);
  }

  private static BrokerAddress await(CompletableFuture<BrokerAddress> starting) throws IOException {
    try {
      return starting.join();
    } catch (CompletionException e) {
      throw new IOException("the embedded broker did not start: " + e.getCause(), e);
    }
  }

  String address() {
    return server.address();
  }

  Path kubeconfig() {
    return server.kubeconfig();
  }

  String brokerAddress() {
    return broker.host() + ":" + broker.port();
  }

  /** The hub's API, with all rights. */
  KubernetesClient client() {
    return admin;
  }

  List<String> clusters() {
    return clusters;
  }

  /** Whether it is stopping or has stopped: calls that are under way may fail then. */
  boolean isClosed() {
    return closed;
  }

  /** Stops everything in the reverse order of its start; what is stored stays. */
  @Override
  public void close() {
    closed = true;
    closeAll(parts);
  }

  private static synchronized void closeAll(Deque<AutoCloseable> parts) {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        org.slf4j.LoggerFactory.getLogger(Platform.class).warn("a part did not stop cleanly", e);
      }
    }
  }
}
