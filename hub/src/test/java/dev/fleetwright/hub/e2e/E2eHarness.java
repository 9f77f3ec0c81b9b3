package dev.fleetwright.hub.e2e;

import dev.fleetwright.amqp.AmqpTransport;
import dev.fleetwright.amqp.EmbeddedBroker;
import dev.fleetwright.api.Crds;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.hub.Hub;
import dev.fleetwright.hub.HubConfig;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A server, a broker, an agent and a hub. The server is the embedded one, or a real one that a
 * kubeconfig names. Each test works in a namespace of its own with clusters of its own.
 */
final class E2eHarness implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final @Nullable ApiServer server;
  private final EmbeddedBroker broker;
  private final KubernetesClient client;
  private final AmqpTransport agentTransport;
  private final KubernetesClient hubClient;
  private final HubTraffic traffic = new HubTraffic();
  private final PretendAgent agent;
  private @Nullable AmqpTransport hubTransport;
  private @Nullable Hub hub;

  private E2eHarness(@Nullable ApiServer server, Path kubeconfig) throws IOException {
    this.server = server;
    this.client = client(kubeconfig, _ -> {});
    this.hubClient =
        client(kubeconfig, builder -> builder.addOrReplaceInterceptor("traffic", traffic));
    this.broker = EmbeddedBroker.start();
    this.agentTransport = new AmqpTransport(broker.address(), "agent");
    this.agent = new PretendAgent(client, agentTransport);
  }

  static E2eHarness onEmbedded(Path folder) throws IOException, InterruptedException {
    ApiServer server = ApiServer.start(Config.of(folder));
    server.installDefinitions(
        ApiServer.HUB, new ByteArrayInputStream(Crds.all().getBytes(StandardCharsets.UTF_8)));
    return new E2eHarness(server, server.kubeconfig()).started();
  }

  static E2eHarness onReal(Path kubeconfig) throws IOException, InterruptedException {
    E2eHarness harness = new E2eHarness(null, kubeconfig);
    harness.applyText(Crds.all());
    harness
        .client
        .load(new ByteArrayInputStream(Crds.all().getBytes(StandardCharsets.UTF_8)))
        .items()
        .forEach(crd -> awaitServed(harness.client, crd.getMetadata().getName()));
    return harness.started();
  }

  /** A real server takes a moment between knowing a definition and serving its objects. */
  private static void awaitServed(KubernetesClient client, String definition) {
    client
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withName(definition)
        .waitUntilCondition(
            crd ->
                crd != null
                    && crd.getStatus() != null
                    && crd.getStatus().getConditions().stream()
                        .anyMatch(
                            c -> c.getType().equals("Established") && c.getStatus().equals("True")),
            PATIENCE.toSeconds(),
            TimeUnit.SECONDS);
  }

  private E2eHarness started() throws IOException, InterruptedException {
    agent.start();
    startHub();
    return this;
  }

  private static KubernetesClient client(Path kubeconfig, Consumer<HttpClient.Builder> more)
      throws IOException {
    return new KubernetesClientBuilder()
        .withHttpClientBuilderConsumer(more)
        .withConfig(
            io.fabric8.kubernetes.client.Config.fromKubeconfig(Files.readString(kubeconfig)))
        .build();
  }

  void startHub() throws IOException, InterruptedException {
    hubTransport = new AmqpTransport(broker.address(), "hub");
    hub = Hub.start(HubConfig.of(hubClient, hubTransport));
  }

  void stopHub() {
    if (hub != null) {
      hub.close();
      hub = null;
    }
    if (hubTransport != null) {
      hubTransport.close();
      hubTransport = null;
    }
  }

  KubernetesClient client() {
    return client;
  }

  /** The client whose traffic is seen. */
  KubernetesClient hubClient() {
    return hubClient;
  }

  AmqpTransport transport(String name) {
    return new AmqpTransport(broker.address(), name);
  }

  /** What the hub sends to the server. */
  HubTraffic traffic() {
    return traffic;
  }

  PretendAgent agent() {
    return agent;
  }

  /** A fresh namespace, whose name also tells the clusters of a test apart. */
  String newNamespace() {
    String name = "t" + Long.toString(System.nanoTime(), 36) + NUMBER.incrementAndGet();
    client
        .namespaces()
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
    return name;
  }

  /** Applies the documents of a test file, with {@code NAMESPACE} replaced. */
  void apply(String file, String namespace) throws IOException {
    try (var in = E2eHarness.class.getResourceAsStream(file)) {
      String text =
          new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8)
              .replace("NAMESPACE", namespace);
      applyText(text);
    }
  }

  void applyText(String text) {
    client
        .load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
        .items()
        .forEach(
            item -> client.resource(item).fieldManager("test").forceConflicts().serverSideApply());
  }

  <T extends HasMetadata> @Nullable T find(Class<T> type, String namespace, String name) {
    return client.resources(type).inNamespace(namespace).withName(name).get();
  }

  void await(String what, BooleanSupplier condition) {
    await(what, condition, () -> "");
  }

  /** Waits for a state, and says what there was instead when it does not come. */
  void await(String what, BooleanSupplier condition, Supplier<String> instead) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(what + " did not happen; there was " + instead.get());
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
  }

  @Override
  public void close() {
    stopHub();
    agent.close();
    agentTransport.close();
    client.close();
    hubClient.close();
    broker.close();
    if (server != null) {
      server.close();
    }
  }
}
