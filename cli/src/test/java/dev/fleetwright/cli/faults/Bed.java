package dev.fleetwright.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.Crds;
import dev.fleetwright.api.Roles;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.apiserver.simulator.WorkloadSimulator;
import dev.fleetwright.cli.Main;
import dev.fleetwright.hub.admission.SemanticChecks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * An API server with logical clusters and simulated workloads, and what hub and agents need to work
 * on it: each has a user of its own with the rights it would have anywhere.
 */
final class Bed implements AutoCloseable {

  static final Duration PATIENCE =
      Duration.ofSeconds(Integer.getInteger("fleetwright.faults.patience", 240));

  private final Path folder;
  private final List<String> clusters;
  private final ApiServer server;
  private final WorkloadSimulator workloads;
  private final Map<String, KubernetesClient> clients = new ConcurrentHashMap<>();

  private Bed(Path folder, List<String> clusters, ApiServer server) {
    this.folder = folder;
    this.clusters = clusters;
    this.server = server;
    this.workloads = WorkloadSimulator.start(server.local(), Duration.ofMillis(20));
  }

  static Bed start(Path folder, String... clusters) throws IOException {
    return start(folder, Config.of(folder.resolve("data")), clusters);
  }

  static Bed start(Path folder, Config config, String... clusters) throws IOException {
    Files.createDirectories(folder);
    ApiServer server =
        ApiServer.start(
            config,
            (cluster, object) ->
                SemanticChecks.problems(
                    object.path("apiVersion").asText(),
                    object.path("kind").asText(),
                    object.toString()));
    server.installDefinitions(ApiServer.HUB, stream(Crds.all()));
    server.installRoles(ApiServer.HUB, stream(Roles.all()));
    server.addClusters(List.of(clusters));
    Bed bed = new Bed(folder, List.of(clusters), server);
    for (String cluster : clusters) {
      bed.apply(
          """
          apiVersion: cluster.open-cluster-management.io/v1
          kind: ManagedCluster
          metadata:
            name: NAME
            labels: {region: local, environment: development, name: NAME}
          spec: {hubAcceptsClient: true}
          """
              .replace("NAME", cluster));
    }
    return bed;
  }

  private static ByteArrayInputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  List<String> clusters() {
    return clusters;
  }

  ApiServer server() {
    return server;
  }

  Path folder() {
    return folder;
  }

  /** The hub's API with all rights. */
  KubernetesClient hub() {
    return client(ApiServer.HUB);
  }

  /** A cluster's API with all rights. */
  KubernetesClient client(String cluster) {
    return clients.computeIfAbsent(
        cluster, name -> clientOf(kubeconfig(name, server.token(), server.port())));
  }

  static KubernetesClient clientOf(String kubeconfig) {
    io.fabric8.kubernetes.client.Config config =
        io.fabric8.kubernetes.client.Config.fromKubeconfig(kubeconfig);
    // The machine may have much else to do.
    config.setRequestTimeout(60_000);
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  /** A kubeconfig of a hub, which reaches the server by the given port. */
  String kubeconfigOfHub(String user, int port) throws IOException {
    return kubeconfig(ApiServer.HUB, server.admit(user, Roles.HUB), port);
  }

  /** Of the agent of a cluster, for its mailbox. */
  String kubeconfigOfMailbox(String cluster, int port) throws IOException {
    return kubeconfig(ApiServer.HUB, agentToken(cluster), port);
  }

  /** Of the agent of a cluster, for the cluster itself. */
  String kubeconfigOfCluster(String cluster, int port) throws IOException {
    return kubeconfig(cluster, agentToken(cluster), port);
  }

  private String agentToken(String cluster) throws IOException {
    return server.admitAgent("agent:" + cluster, List.of(cluster));
  }

  private String kubeconfig(String cluster, String token, int port) {
    String ca =
        Base64.getEncoder().encodeToString(server.caCertificate().getBytes(StandardCharsets.UTF_8));
    return """
    apiVersion: v1
    kind: Config
    clusters: [{name: it, cluster: {server: "SERVER", certificate-authority-data: "CA"}}]
    users: [{name: me, user: {token: "TOKEN"}}]
    contexts: [{name: here, context: {cluster: it, user: me, namespace: default}}]
    current-context: here
    """
        .replace("SERVER", server.address(cluster).replace(":" + server.port(), ":" + port))
        .replace("CA", ca)
        .replace("TOKEN", token);
  }

  /** A hub as a process; killed and started again it goes on as the same holder of the lease. */
  Part hubProcess(String identity, String amqp) throws IOException {
    return Part.java(
        identity,
        folder,
        Main.class,
        "hub",
        "--identity",
        identity,
        "--kubeconfig",
        file(identity, kubeconfigOfHub("hub:" + identity, server.port())),
        "--amqp",
        amqp,
        "--health",
        "127.0.0.1:0");
  }

  /** The agent of a cluster as a process. */
  Part agentProcess(String cluster, String amqp) throws IOException {
    return Part.java(
        "agent-" + cluster,
        folder,
        Main.class,
        "agent",
        "--cluster",
        cluster,
        "--kubeconfig",
        file("of-" + cluster, kubeconfigOfCluster(cluster, server.port())),
        "--hub-kubeconfig",
        file("mailbox-" + cluster, kubeconfigOfMailbox(cluster, server.port())),
        "--amqp",
        amqp,
        "--health",
        "127.0.0.1:0");
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name + ".kubeconfig"), content).toString();
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  void apply(String yaml) {
    for (HasMetadata item : hub().load(stream(yaml)).items()) {
      hub().resource(item).fieldManager("test").forceConflicts().serverSideApply();
    }
  }

  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    await(what, condition, () -> "");
  }

  /** Waits for a condition, and tells what there was instead when it does not come. */
  static void await(String what, BooleanSupplier condition, Supplier<String> instead)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        assertThat(instead.get()).as("waiting for: " + what).isEqualTo(what);
      }
      Thread.sleep(50);
    }
  }

  @Override
  public void close() {
    clients.values().forEach(KubernetesClient::close);
    workloads.close();
    server.close();
  }
}
