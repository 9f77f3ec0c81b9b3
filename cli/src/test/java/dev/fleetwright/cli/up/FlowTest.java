package dev.fleetwright.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fleetwright.api.CapabilityBinding;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.cli.CliRun;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One world from its files to running clusters and back, with every part real, through the real
 * ports.
 */
class FlowTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path data;
  private Platform platform;

  @BeforeEach
  void start() throws Exception {
    platform = Platform.start(settings());
    SampleGame.apply(platform.client());
    await("Running everywhere", () -> DemoState.read(platform.client()).isDone(2));
  }

  private Platform.Settings settings() {
    return new Platform.Settings(data, 0, 2, Duration.ofMillis(50));
  }

  @AfterEach
  void stop() {
    platform.close();
  }

  @Test
  void aWorldStopsStartsAndGoesAndARestartContinues() throws Exception {
    desire("Stopped");
    await("Stopped", () -> phase().equals("STOPPED") && replicas("cluster2", "physics") == 0);
    platform.close();
    platform = Platform.start(settings());
    assertThat(phase()).isEqualTo("STOPPED");
    desire("Running");
    await("Running again", () -> DemoState.read(platform.client()).isDone(2));
    assertThat(replicas("cluster1", "physics")).isEqualTo(2);
    CliRun why = why();
    assertThat(why.exitCode()).as(why.err()).isZero();
    assertThat(why.out())
        .contains("core-physics-engine requires time.source ^1.0.0")
        .contains("physics-1.0.0 is the only allowed release")
        .contains("swarm-start: confirmed")
        .contains("nothing satisfies it");
    hub()
        .resources(WorldInstance.class)
        .inNamespace(SampleGame.NAMESPACE)
        .withName(SampleGame.WORLD)
        .delete();
    await(
        "gone",
        () ->
            world() == null
                && hub().resources(ManifestWork.class).inAnyNamespace().list().getItems().isEmpty()
                && hub().resources(WorkStatus.class).inAnyNamespace().list().getItems().isEmpty());
    try (KubernetesClient cluster = client("cluster1")) {
      assertThat(cluster.apps().deployments().inAnyNamespace().list().getItems()).isEmpty();
    }
  }

  @Test
  void aNewReleaseReachesEveryClusterAndABrokenRequirementIsExplained() throws Exception {
    Release next =
        Objects.requireNonNull(
            hub()
                .resources(Release.class)
                .inNamespace(SampleGame.NAMESPACE)
                .withName("physics-1.0.0")
                .get());
    String text =
        io.fabric8.kubernetes.client.utils.Serialization.asYaml(next)
            .replace("anvil/physics:1.0.0", "anvil/physics:1.1.0")
            .replace("physics-1.0.0", "physics-1.1.0")
            .replace("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z");
    Release release =
        io.fabric8.kubernetes.client.utils.Serialization.unmarshal(text, Release.class);
    release.getMetadata().setResourceVersion(null);
    release.getMetadata().setUid(null);
    release.getMetadata().setManagedFields(null);
    hub().resource(release).create();
    await(
        "1.1.0 everywhere",
        () ->
            image("cluster1", "physics").endsWith(":1.1.0")
                && image("cluster2", "physics").endsWith(":1.1.0"));
    await("Running", () -> DemoState.read(platform.client()).isDone(2));

    hub()
        .genericKubernetesResources("game.platform/v1alpha1", "ModuleManifest")
        .inNamespace(SampleGame.NAMESPACE)
        .withName("core-time-source")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\":{\"provides\":[{\"capabilityId\":\"time.source\",\"version\":\"2.0.0\",\"scope\":\"world\",\"multiplicity\":\"1\"}]}}");
    await("Error", () -> phase().equals("ERROR"));
    Condition resolved = Objects.requireNonNull(status().condition("BindingsResolved"));
    assertThat(resolved.status()).isEqualTo("False");
    assertThat(resolved.reason()).isEqualTo("UnresolvedRequired");
    assertThat(image("cluster1", "physics")).as("what runs keeps running").endsWith(":1.1.0");
    CliRun why = why();
    assertThat(why.exitCode()).isEqualTo(1);
    assertThat(why.out()).contains("✗").contains("2.0.0");
  }

  @Test
  void aSecondServerOnTheSameDataOrPortIsRefusedWithAReason() {
    assertThatThrownBy(() -> Platform.start(settings()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("another server is running");
    int port = Integer.parseInt(platform.address().replaceAll(".*:", ""));
    assertThatThrownBy(() ->
            Platform.start(
                new Platform.Settings(data.resolve("other"), port, 1, Duration.ofMillis(50))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen");
    CliRun missing =
        CliRun.of("why", "world/none", "--kubeconfig", platform.kubeconfig().toString());
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("there is no world none").contains(SampleGame.WORLD);
  }

  @Test
  void commandsShowTheFleetAndWhatWouldChange() throws Exception {
    CliRun status = ask("status");
    assertThat(status.exitCode()).as(status.err()).isZero();
    assertThat(status.out())
        .contains("cluster1")
        .contains(SampleGame.WORLD)
        .contains("✓ Running")
        .contains("2/2");
    assertThat(ask("status", "-o", "json").out()).contains("\"cluster2\" : \"Running\"");
    assertThat(ask("events", "--for", "world/" + SampleGame.WORLD).out())
        .contains("BindingsResolved")
        .contains("Delivered");
    assertThat(ask("events", "--reason", "nothing").err()).contains("no events");

    CliRun returned = ask("returned", "deployment/physics", "--page", "1", "-o", "json");
    assertThat(returned.exitCode()).as(returned.err()).isZero();
    assertThat(returned.out().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("availableReplicas"));
    assertThat(ask("returned", "deployments.apps/physics", "--clusters", "name=cluster2").out())
        .contains("cluster: cluster2")
        .doesNotContain("cluster: cluster1");
    assertThat(ask("returned", "deployment/nothing").exitCode()).isEqualTo(1);

    String binding =
        hub()
            .resources(CapabilityBinding.class)
            .inNamespace(SampleGame.NAMESPACE)
            .list()
            .getItems()
            .stream()
            .filter(b -> b.getSpec().capabilityId().equals("time.source"))
            .findFirst()
            .orElseThrow()
            .getMetadata()
            .getName();
    CliRun why = ask("why", "binding/" + binding);
    assertThat(why.exitCode()).as(why.err()).isZero();
    assertThat(why.out()).contains("is Bound").contains("it answers at time-source.");
    String target =
        hub()
            .resources(ReleaseTarget.class)
            .inNamespace(SampleGame.NAMESPACE)
            .list()
            .getItems()
            .getFirst()
            .getMetadata()
            .getName();
    assertThat(ask("why", "releasetarget/" + target).out()).contains("is the only allowed release");
    ManifestWork work =
        hub().resources(ManifestWork.class).inNamespace("cluster1").list().getItems().getFirst();
    assertThat(
            ask("why", "work/" + work.getMetadata().getName(), "-n", "cluster1", "-o", "json")
                .out())
        .contains("Applied is True")
        .contains("\"mark\" : \"ok\"");
    assertThat(ask("why", "pod/x").err()).contains("there is no Pod x");

    Path files = Files.createDirectories(data.resolve("next"));
    assertThat(ask("plan", "-f", "../examples/demo").out())
        .contains("Plan: files +0 ~0 -0; bindings +0 ~0 -0; releases +0 ~0 -0; objects +0 ~0 -0");
    Files.writeString(
        files.resolve("next.yaml"),
        Files.readString(Path.of("../examples/demo/30-releases.yaml"))
            .replace("physics-1.0.0", "physics-1.1.0")
            .replace("anvil/physics:1.0.0", "anvil/physics:1.1.0")
            .replace("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")
            .split("---\n", -1)[2]);
    CliRun plan = ask("plan", "-f", files.toString());
    assertThat(plan.exitCode()).as(plan.err() + plan.out()).isZero();
    assertThat(plan.out())
        .contains("+ Release anvil-demo/physics-1.1.0")
        .contains("~ core-physics-engine physics-1.0.0 → physics-1.1.0")
        .contains("Plan: files +1 ~0 -0; bindings +0 ~0 -0; releases +0 ~2 -0; objects +0 ~2 -0");
    assertThat(
            hub()
                .resources(Release.class)
                .inNamespace(SampleGame.NAMESPACE)
                .withName("physics-1.1.0")
                .get())
        .as("nothing is written")
        .isNull();
    Files.writeString(
        files.resolve("broken.yaml"),
        """
        apiVersion: game.platform/v1alpha1
        kind: WorldInstance
        metadata: {name: x, namespace: anvil-demo}
        spec: {}
        """);
    CliRun refused = ask("plan", "-f", files.toString());
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out()).contains("✗ WorldInstance anvil-demo/x: the server refuses it");
  }

  private CliRun ask(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--kubeconfig");
    all.add(platform.kubeconfig().toString());
    return CliRun.of(all.toArray(String[]::new));
  }

  private CliRun why() {
    return CliRun.of(
        "why", "world/" + SampleGame.WORLD, "--kubeconfig", platform.kubeconfig().toString());
  }

  private KubernetesClient hub() {
    return platform.client();
  }

  private KubernetesClient client(String cluster) {
    File file = platform.kubeconfig().toFile();
    Config config = Config.fromKubeconfig(file);
    config.setMasterUrl(platform.address() + "/clusters/" + cluster + "/");
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private void desire(String state) {
    hub()
        .resources(WorldInstance.class)
        .inNamespace(SampleGame.NAMESPACE)
        .withName(SampleGame.WORLD)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\":{\"desiredState\":\"" + state + "\"}}");
  }

  private WorldInstance world() {
    return hub()
        .resources(WorldInstance.class)
        .inNamespace(SampleGame.NAMESPACE)
        .withName(SampleGame.WORLD)
        .get();
  }

  private WorldInstanceStatus status() {
    WorldInstance world = world();
    return world == null || world.getStatus() == null
        ? WorldInstanceStatus.NONE
        : world.getStatus();
  }

  private String phase() {
    return String.valueOf(
        status().phase() == null ? "" : Objects.requireNonNull(status().phase()).name());
  }

  private Deployment deployment(String cluster, String name) {
    try (KubernetesClient client = client(cluster)) {
      List<Deployment> found =
          client.apps().deployments().inAnyNamespace().list().getItems().stream()
              .filter(d -> d.getMetadata().getName().equals(name))
              .toList();
      assertThat(found).hasSize(1);
      return found.getFirst();
    }
  }

  private int replicas(String cluster, String name) {
    return deployment(cluster, name).getSpec().getReplicas();
  }

  private String image(String cluster, String name) {
    return deployment(cluster, name)
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .getFirst()
        .getImage();
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting for: " + what).isLessThan(deadline);
      Thread.sleep(100);
    }
  }
}
