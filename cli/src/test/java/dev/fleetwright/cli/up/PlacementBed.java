package dev.fleetwright.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.Binding;
import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.status.kinds.CombinedResult;
import dev.fleetwright.status.kinds.Value;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The whole platform with three clusters, and what tests of placement ask it. */
final class PlacementBed implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path data;
  private final Map<String, KubernetesClient> clients = new HashMap<>();
  private Platform platform;

  private PlacementBed(Path data, Platform platform) {
    this.data = data;
    this.platform = platform;
  }

  static PlacementBed start(Path data) throws Exception {
    return new PlacementBed(data, platform(data));
  }

  void start() throws Exception {
    platform = platform(data);
  }

  private static Platform platform(Path data) throws Exception {
    return Platform.start(new Platform.Settings(data, 0, 3, Duration.ofMillis(50)));
  }

  void stop() {
    clients.values().forEach(KubernetesClient::close);
    clients.clear();
    platform.close();
  }

  @Override
  public void close() {
    stop();
  }

  KubernetesClient hub() {
    return platform.client();
  }

  Path kubeconfig() {
    return platform.kubeconfig();
  }

  KubernetesClient cluster(String name) {
    return clients.computeIfAbsent(
        name,
        cluster -> {
          File file = platform.kubeconfig().toFile();
          Config config = Config.fromKubeconfig(file);
          config.setMasterUrl(platform.address() + "/clusters/" + cluster + "/");
          return new KubernetesClientBuilder().withConfig(config).build();
        });
  }

  /** As {@code kubectl apply --server-side} does. */
  void apply(String yaml) {
    for (HasMetadata item :
        hub().load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))).items()) {
      hub().resource(item).fieldManager("kubectl").forceConflicts().serverSideApply();
    }
  }

  /** Changes the labels of a cluster. */
  void label(String cluster, String key, String value) {
    hub()
        .genericKubernetesResources("cluster.open-cluster-management.io/v1", "ManagedCluster")
        .withName(cluster)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"labels\":{\"" + key + "\":\"" + value + "\"}}}");
  }

  Optional<Deployment> deployment(String cluster, String namespace, String name) {
    KubernetesClient client = cluster.isEmpty() ? hub() : cluster(cluster);
    return Optional.ofNullable(
        client.apps().deployments().inNamespace(namespace).withName(name).get());
  }

  boolean runsAt(String namespace, String name, String... clusters) {
    for (String cluster : List.of("cluster1", "cluster2", "cluster3")) {
      if (deployment(cluster, namespace, name).isPresent() != List.of(clusters).contains(cluster)) {
        return false;
      }
    }
    return true;
  }

  Binding binding(String name) {
    return hub().resources(Binding.class).withName(name).get();
  }

  BindingPolicy policy(String name) {
    return hub().resources(BindingPolicy.class).withName(name).get();
  }

  List<ManifestWork> works(String policy) {
    return hub().resources(ManifestWork.class).inAnyNamespace().list().getItems().stream()
        .filter(
            work -> policy.equals(work.getMetadata().getLabels().get("fleetwright.dev/owner-name")))
        .toList();
  }

  List<CombinedStatus> combined(String policy) {
    return hub()
        .resources(CombinedStatus.class)
        .inAnyNamespace()
        .withLabel("status.kubestellar.io/binding-policy", policy)
        .list()
        .getItems();
  }

  /** The cells of a result, row by row, as text; empty when there is no such result. */
  List<List<String>> rows(String policy, String object, String collector) {
    return result(policy, object, collector)
        .map(result ->
            result.rows().stream()
                .map(row -> row.columns().stream().map(PlacementBed::text).toList())
                .toList())
        .orElse(List.of());
  }

  Optional<CombinedResult> result(String policy, String object, String collector) {
    return combined(policy).stream()
        .filter(
            one -> object.equals(one.getMetadata().getLabels().get("status.kubestellar.io/name")))
        .flatMap(one -> one.results().stream())
        .filter(result -> result.name().equals(collector))
        .findFirst();
  }

  private static String text(Value value) {
    return switch (value.type()) {
      case STRING -> String.valueOf(value.string());
      case NUMBER -> String.valueOf(value.number());
      case BOOL -> String.valueOf(value.bool());
      case NULL -> "NULL";
      case OBJECT -> String.valueOf(value.object());
      case ARRAY -> String.valueOf(value.array());
    };
  }

  /** The versions of all that the hub makes: the same when nothing was written. */
  Map<String, String> versions(String policy) {
    Map<String, String> versions = new HashMap<>();
    versions.put("policy", policy(policy).getMetadata().getResourceVersion());
    versions.put("binding", binding(policy).getMetadata().getResourceVersion());
    works(policy).forEach(work -> note(versions, work));
    combined(policy).forEach(one -> note(versions, one));
    return versions;
  }

  private static void note(Map<String, String> versions, HasMetadata object) {
    versions.put(
        object.getKind()
            + " "
            + object.getMetadata().getNamespace()
            + "/"
            + object.getMetadata().getName(),
        object.getMetadata().getResourceVersion());
  }

  String condition(String policy, String type) {
    BindingPolicy found = policy(policy);
    return found == null || found.getStatus() == null
        ? ""
        : found.getStatus().conditions().stream()
            .filter(condition -> condition.type().equals(type))
            .map(condition -> condition.status())
            .collect(Collectors.joining());
  }

  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting for: " + what).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  /** Waits until what the hub has written about a policy stays the same for a while. */
  Map<String, String> awaitQuiet(String policy) throws InterruptedException {
    Map<String, String> before = versions(policy);
    for (int quiet = 0; quiet < 10; quiet++) {
      Thread.sleep(100);
      Map<String, String> now = versions(policy);
      if (!now.equals(before)) {
        quiet = 0;
        before = now;
      }
    }
    return before;
  }
}
