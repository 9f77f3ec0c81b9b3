package dev.fleetwright.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.agent.Agent;
import dev.fleetwright.agent.AgentConfig;
import dev.fleetwright.agent.ClusterClients;
import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.EmbeddedBroker;
import dev.fleetwright.api.Crds;
import dev.fleetwright.api.Roles;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.apiserver.simulator.WorkloadSimulator;
import dev.fleetwright.apiserver.store.Event;
import dev.fleetwright.hub.Hub;
import dev.fleetwright.hub.HubConfig;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Server, broker, hub, agent and logical clusters in this process, as {@code fleetwright up} has
 * them: they talk through real ports only. What the server stores can be followed from inside.
 */
final class MeasuredFleet implements AutoCloseable {

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final ClusterClients clients = new ClusterClients();
  private final ApiServer server;
  private final KubernetesClient admin;
  private final List<String> clusters;

  MeasuredFleet(Path folder, int count) throws IOException, InterruptedException {
    EmbeddedBroker broker = EmbeddedBroker.start();
    parts.push(broker);
    server = ApiServer.start(Config.of(folder));
    parts.push(server);
    parts.push(clients);
    server.installDefinitions(ApiServer.HUB, stream(Crds.all()));
    server.installRoles(ApiServer.HUB, stream(Roles.all()));
    clusters = IntStream.rangeClosed(1, count).mapToObj(n -> "cluster" + n).toList();
    server.addClusters(clusters);
    parts.push(WorkloadSimulator.start(server.local(), Duration.ofMillis(50)));
    admin = client(ApiServer.HUB, server.token());
    String hubToken = server.admit("hub", Roles.HUB);
    server.admit("agent", Roles.ALL_MAILBOXES);
    String agentToken = server.admitAgent("agent", clusters);
    AmqpTransport hubBus = new AmqpTransport(broker.address(), "hub");
    parts.push(hubBus);
    parts.push(Hub.start(HubConfig.of(client(ApiServer.HUB, hubToken), hubBus)));
    AmqpTransport agentBus = new AmqpTransport(broker.address(), "agent");
    parts.push(agentBus);
    Map<String, KubernetesClient> members = new LinkedHashMap<>();
    clusters.forEach(name -> members.put(name, client(name, agentToken)));
    parts.push(
        Agent.start(
            AgentConfig.of(client(ApiServer.HUB, agentToken), members, agentBus)
                .withOneMailboxWatch()));
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private KubernetesClient client(String cluster, String token) {
    return clients.open(
        new ConfigBuilder(io.fabric8.kubernetes.client.Config.empty())
            .withMasterUrl(server.address(cluster))
            .withOauthToken(token)
            .withCaCertData(
                Base64.getEncoder()
                    .encodeToString(server.caCertificate().getBytes(StandardCharsets.UTF_8)))
            .withNamespace("default")
            .withRequestTimeout(60_000)
            .build());
  }

  List<String> clusters() {
    return clusters;
  }

  int watches() {
    return server.watches();
  }

  void apply(String yaml) {
    for (HasMetadata item : admin.load(stream(yaml)).items()) {
      admin.resource(item).fieldManager("bench").forceConflicts().serverSideApply();
    }
  }

  /** What is stored of a resource such as {@code deployments.apps}. */
  List<ObjectNode> list(String cluster, String resource) {
    return server.local().list(cluster, resource).stream().map(entry -> entry.tree()).toList();
  }

  void onCommit(Consumer<List<Event>> listener) {
    server.local().onCommit(listener);
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        System.err.println("a part did not stop cleanly: " + e);
      }
    }
  }
}
