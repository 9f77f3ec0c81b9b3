package dev.fleetwright.hub.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.CapabilityBinding;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.GameDefinition;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ModuleManifest;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.kinds.BindingPhase;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.GamePhase;
import dev.fleetwright.capability.kinds.ManifestPhase;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.hub.HubConfig;
import dev.fleetwright.hub.client.Plain;
import dev.fleetwright.hub.why.Tree;
import dev.fleetwright.hub.why.Why;
import dev.fleetwright.hub.why.WorldFacts;
import dev.fleetwright.hub.world.WorldNames;
import dev.fleetwright.release.kinds.ReleaseTargetStatus;
import dev.fleetwright.status.kinds.CombinedResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The story of a world, on any API server. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class WorldFlow {

  private @Nullable E2eHarness running;

  private String namespace = "";

  abstract E2eHarness open(Path folder) throws IOException, InterruptedException;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException, InterruptedException {
    running = open(folder.resolve("data"));
  }

  @AfterAll
  void stop() {
    harness().close();
  }

  private E2eHarness harness() {
    return Objects.requireNonNull(running);
  }

  @BeforeEach
  void newGame() throws IOException {
    namespace = harness().newNamespace();
    harness().apply("game.yaml", namespace);
  }

  @Test
  void aWorldWithoutReleasesIsRunningWhenItIsBound() throws IOException {
    harness().apply("world.yaml", namespace);
    awaitPhase(WorldPhase.RUNNING);
    assertThat(all(CapabilityBinding.class))
        .singleElement()
        .satisfies(binding -> {
          assertThat(binding.getSpec().provider().moduleManifestName()).isEqualTo("core-time");
          assertThat(Objects.requireNonNull(binding.getStatus()).message())
              .contains("core-physics is bound to core-time 1.2.0");
        });
    assertThat(condition("Released").reason()).isEqualTo("NoReleases");
    assertThat(all(ReleaseTarget.class)).isEmpty();
    awaitEvent("BindingsResolved");
  }

  @Test
  void aReleasedWorldRunsOnEveryClusterOfItsRegionStopsAndGoes() throws IOException {
    release("core-time-1", "1.0.0");
    harness().apply("world.yaml", namespace);
    awaitPhase(WorldPhase.RUNNING);

    WorldInstance world = world();
    assertThat(world.getStatus()).isNotNull();
    assertThat(Objects.requireNonNull(world.getStatus().clusters()).total()).isEqualTo(2);
    assertThat(world.getStatus().clusters().notRunning()).isEmpty();
    assertThat(condition("Released").message()).contains("core-physics");
    for (String cluster : List.of(namespace + "-c1", namespace + "-c2")) {
      ManifestWork work = work(cluster);
      assertThat(work.getSpec().manifests())
          .extracting(manifest -> manifest.get("kind"))
          .containsExactlyInAnyOrder("Namespace", "Deployment", "Service");
      assertThat(work.getSpec().manifests())
          .filteredOn(manifest -> !"Namespace".equals(manifest.get("kind")))
          .allSatisfy(manifest ->
              assertThat(Plain.child(manifest, "metadata"))
                  .containsEntry("namespace", WorldNames.namespace(namespace, "forge")));
    }
    harness()
        .await(
            "every target has its current release",
            () ->
                all(ReleaseTarget.class).stream()
                    .allMatch(t ->
                        t.getStatus() != null && "core-time-1".equals(t.getStatus().current())),
            () -> all(ReleaseTarget.class).toString());
    assertThat(all(ReleaseTarget.class))
        .hasSize(2)
        .allSatisfy(target -> {
          var status = Objects.requireNonNull(target.getStatus());
          assertThat(Objects.requireNonNull(status.decision()).release()).isEqualTo("core-time-1");
          assertThat(status.history())
              .singleElement()
              .satisfies(entry -> assertThat(entry.status()).isEqualTo("successful"));
        });
    awaitAvailable(2);
    assertThat(texts(why()))
        .anyMatch(text -> text.startsWith("world forge is Running"))
        .anyMatch(text -> text.contains("core-time: core-time-1 is the only allowed release"))
        .anyMatch(text -> text.contains("bound to core-time 1.2.0"))
        .anyMatch(text -> text.contains("deployments clock: 2 of 2 clusters have reported"));
    assertThat(why().mark()).isEqualTo(Tree.Mark.OK);

    desire("Stopped");
    awaitPhase(WorldPhase.STOPPED);
    awaitAvailable(0);
    desire("Running");
    awaitPhase(WorldPhase.RUNNING);

    harness().client().resource(world()).delete();
    harness()
        .await(
            "the world is gone",
            () -> harness().find(WorldInstance.class, namespace, "forge") == null,
            () -> String.valueOf(harness().find(WorldInstance.class, namespace, "forge")));
    harness().await("works are gone", () -> works(namespace + "-c1").isEmpty());
    assertThat(all(ReleaseTarget.class)).isEmpty();
    harness().await("bindings are gone", () -> all(CapabilityBinding.class).isEmpty());
    harness().await("combined status is gone", () -> all(CombinedStatus.class).isEmpty());
  }

  @Test
  void aBrokenRequirementIsAnErrorThatNamesItAndItsRepairHeals() throws IOException {
    release("core-time-1", "1.0.0");
    harness().apply("world.yaml", namespace);
    awaitPhase(WorldPhase.RUNNING);
    String before = digest(namespace + "-c1");
    String manifest =
        """
        apiVersion: game.platform/v1alpha1
        kind: ModuleManifest
        metadata: {name: core-physics, namespace: NAMESPACE}
        spec:
          module: {id: core.physics, version: 1.0.0}
          provides: []
          requires:
            - {capabilityId: time.source, versionConstraint: ^RANGE, scope: world, multiplicity: "1", dependencyMode: required}
        """
            .replace("NAMESPACE", namespace);
    harness().applyText(manifest.replace("RANGE", "9.0.0"));
    awaitPhase(WorldPhase.ERROR);
    assertThat(Objects.requireNonNull(world().getStatus()).message()).contains("time.source");
    assertThat(digest(namespace + "-c1")).isEqualTo(before);
    awaitEvent("UnresolvedBindings");
    assertThat(texts(why())).anyMatch(text -> text.startsWith("to do: "));
    harness().applyText(manifest.replace("RANGE", "1.0.0"));
    awaitPhase(WorldPhase.RUNNING);
  }

  @Test
  void aNewReleaseReplacesTheWorkAndABrokenOneKeepsTheLastGood() throws IOException {
    release("core-time-1", "1.0.0");
    harness().apply("world.yaml", namespace);
    awaitPhase(WorldPhase.RUNNING);
    release("core-time-2", "2.0.0");
    harness()
        .await(
            "the new image is in the work",
            () -> work(namespace + "-c2").getSpec().manifests().toString().contains("clock:2.0.0"));
    awaitPhase(WorldPhase.RUNNING);
    String good = digest(namespace + "-c1");
    harness()
        .applyText(
            """
            apiVersion: release.fleetwright.dev/v1alpha1
            kind: Release
            metadata: {name: core-time-3, namespace: NAMESPACE}
            spec:
              deployment: core-time
              createdAt: 2026-01-03T00:00:00Z
              module: {apiVersion: core.opm.dev/v1, kind: Module, metadata: {name: core-time}, components: {x: {resources: ["opm.dev/resources/workload@v1#Nonsense"]}}}
            """
                .replace("NAMESPACE", namespace));
    harness()
        .await(
            "the mistake is told",
            () -> find("Rendered") != null && !condition("Rendered").holds(),
            () -> String.valueOf(world().getStatus()));
    assertThat(condition("Rendered").message()).contains("core-time-3");
    assertThat(digest(namespace + "-c1")).isEqualTo(good);
  }

  @Test
  void aHubThatIsStoppedInTheMiddleGoesOnWhereItWas() throws IOException, InterruptedException {
    String swarm = namespace + "_forge_" + namespace + "-c1";
    harness().agent().silence(swarm);
    release("core-time-1", "1.0.0");
    harness().apply("world.yaml", namespace);
    harness()
        .await("one of two runs", () -> running() == 1, () -> String.valueOf(world().getStatus()));
    harness().stopHub();
    harness().agent().answer(swarm);
    harness().startHub();
    awaitPhase(WorldPhase.RUNNING);
    String version = world().getMetadata().getResourceVersion();
    harness().stopHub();
    harness().startHub();
    Thread.sleep(1_000);
    assertThat(world().getMetadata().getResourceVersion()).isEqualTo(version);
  }

  @Test
  void aClusterThatNoLongerMatchesIsCleanedAndOneThatIsGoneIsForgotten() throws IOException {
    release("core-time-1", "1.0.0");
    harness().apply("world.yaml", namespace);
    awaitPhase(WorldPhase.RUNNING);
    harness()
        .client()
        .resources(ManagedCluster.class)
        .withName(namespace + "-c2")
        .edit(cluster -> {
          cluster.getMetadata().setLabels(Map.of("region", "elsewhere"));
          return cluster;
        });
    harness().await("the work of c2 is gone", () -> works(namespace + "-c2").isEmpty());
    harness().await("one cluster is left", () -> clusters() == 1);
    awaitPhase(WorldPhase.RUNNING);
    harness().client().resources(ManagedCluster.class).withName(namespace + "-c1").delete();
    harness().await("no cluster is left", () -> clusters() == 0);
    assertThat(condition("ClustersSelected").reason()).isEqualTo("NoClusters");
  }

  @Test
  void aConsumerLearnsWhereItsProviderAnswers() throws IOException {
    release("core-time-1", "1.0.0");
    harness().apply("consumer.yaml", namespace);
    harness().apply("world.yaml", namespace);
    awaitPhase(WorldPhase.RUNNING);
    String host = "clock." + WorldNames.namespace(namespace, "forge") + ".svc";
    harness()
        .await(
            "the binding is bound",
            () ->
                all(CapabilityBinding.class).stream()
                    .anyMatch(
                        b -> b.getStatus() != null && b.getStatus().phase() == BindingPhase.BOUND),
            () -> all(CapabilityBinding.class).toString());
    var status = Objects.requireNonNull(all(CapabilityBinding.class).getFirst().getStatus());
    assertThat(status.resolvedEndpoint()).isEqualTo(host + ":8080");
    assertThat(status.message()).contains("core-physics is bound to core-time 1.2.0");
    for (String cluster : List.of(namespace + "-c1", namespace + "-c2")) {
      assertThat(manifest(cluster, "ConfigMap"))
          .containsEntry(
              "data",
              Map.of(
                  "BINDING_TIME_SOURCE_WORLD_ENDPOINT",
                  host + ":8080",
                  "BINDING_TIME_SOURCE_WORLD_HOST",
                  host,
                  "BINDING_TIME_SOURCE_WORLD_PORT",
                  "8080"))
          .extractingByKey("metadata")
          .asString()
          .contains("core-physics-bindings");
      assertThat(work(cluster).getSpec().manifests())
          .filteredOn(m -> Plain.text(Plain.child(m, "metadata"), "name").equals("physics"))
          .singleElement()
          .asString()
          .contains("BINDING_TIME_SOURCE_WORLD_HOST")
          .contains("LEVEL");
    }
    release("core-time-2", "2.0.0", "clock:\n", "zeit:\n");
    harness()
        .await(
            "the new address is everywhere",
            () ->
                Objects.equals(
                    host.replace("clock.", "zeit.") + ":8080",
                    Objects.requireNonNull(all(CapabilityBinding.class).getFirst().getStatus())
                        .resolvedEndpoint()));
    harness()
        .await(
            "the consumer knows it",
            () -> manifest(namespace + "-c2", "ConfigMap").toString().contains("zeit."));
  }

  @Test
  void nothingIsWrittenWhenNothingChangedAndLostConnectionsChangeNoStatus()
      throws IOException, InterruptedException {
    harness().traffic().breakWrites(6, write -> write.contains("/manifestworks"));
    release("core-time-1", "1.0.0");
    harness().apply("consumer.yaml", namespace);
    harness().apply("world.yaml", namespace);
    awaitPhase(WorldPhase.RUNNING);
    harness()
        .await(
            "every target has arrived",
            () ->
                all(ReleaseTarget.class).stream()
                    .allMatch(t -> t.getStatus() != null && t.getStatus().current() != null));
    assertThat(harness().traffic().leftToBreak()).isZero();
    assertThat(condition("Rendered").holds()).isTrue();
    awaitAvailable(2);
    awaitQuiet();
    harness().stopHub();
    harness().traffic().forget();
    harness().startHub();
    Thread.sleep(1_500);
    assertThat(harness().traffic().writes())
        .filteredOn(write -> write.contains(namespace))
        .isEmpty();
    // A change that changes no decision is read and decided, and that is all.
    harness()
        .client()
        .resource(world())
        .edit(world -> {
          world.getMetadata().setAnnotations(Map.of("note", "hello"));
          return world;
        });
    Thread.sleep(1_000);
    assertThat(harness().traffic().writes())
        .filteredOn(write -> write.contains(namespace))
        .isEmpty();
  }

  @Test
  void anApprovalMovesOnlyTheTargetsItIsAbout() throws IOException {
    harness().apply("rules.yaml", namespace);
    release("core-time-1", "1.0.0");
    harness().apply("world.yaml", namespace);
    harness().await("one of two runs", () -> running() == 1, () -> world().toString());
    harness()
        .await(
            "staging has arrived",
            () -> "core-time-1".equals(status(target("c2")).current()),
            () -> target("c2").toString());
    assertThat(condition("Released").reason()).isEqualTo("Blocked");
    assertThat(status(target("c1")).decision()).isNotNull();
    String before = target("c2").getMetadata().getResourceVersion();
    harness()
        .applyText(
            """
            apiVersion: release.fleetwright.dev/v1alpha1
            kind: Approval
            metadata: {name: ok, namespace: NAMESPACE}
            spec: {release: core-time-1, environment: production, approver: ada, verdict: approved, at: 2026-01-02T00:00:00Z}
            """
                .replace("NAMESPACE", namespace));
    awaitPhase(WorldPhase.RUNNING);
    assertThat(target("c2").getMetadata().getResourceVersion()).isEqualTo(before);
    assertThat(status(target("c1")).decisions())
        .extracting(decision -> decision.choice())
        .containsExactly("blocked");
    awaitQuiet();
    harness().traffic().forget();
    harness()
        .applyText(
            """
            apiVersion: release.fleetwright.dev/v1alpha1
            kind: Freeze
            metadata: {name: elsewhere, namespace: NAMESPACE}
            spec: {selector: {environments: [nowhere]}, reason: test, author: ada, expiresAt: 2099-01-01T00:00:00Z}
            """
                .replace("NAMESPACE", namespace));
    awaitQuiet();
    assertThat(harness().traffic().writes()).filteredOn(w -> w.contains(namespace)).isEmpty();
  }

  @Test
  void aCooldownEndsByItselfAlsoAfterARestart() throws IOException, InterruptedException {
    harness()
        .applyText(
            """
            apiVersion: release.fleetwright.dev/v1alpha1
            kind: ReleasePolicy
            metadata: {name: soak, namespace: NAMESPACE}
            spec: {rules: [{type: VersionCooldown, minutes: 1}]}
            """
                .replace("NAMESPACE", namespace));
    String created = java.time.Instant.now().minusSeconds(54).toString();
    release("core-time-1", "1.0.0", "2026-01-01T00:00:00Z", created);
    harness().apply("world.yaml", namespace);
    harness()
        .await(
            "it is blocked until a time",
            () ->
                all(ReleaseTarget.class).size() == 2
                    && all(ReleaseTarget.class).stream()
                        .allMatch(t ->
                            t.getStatus() != null
                                && t.getStatus().decision() != null
                                && t.getStatus().decision().nextTime() != null),
            () -> all(ReleaseTarget.class).toString());
    harness().stopHub();
    harness().startHub();
    awaitPhase(WorldPhase.RUNNING);
    assertThat(
            java.time.Instant.parse(
                Objects.requireNonNull(
                    Objects.requireNonNull(status(target("c1")).decision()).time())))
        .isAfterOrEqualTo(
            java.time.Instant.parse(created)
                .plusSeconds(60)
                .truncatedTo(java.time.temporal.ChronoUnit.SECONDS));
  }

  @Test
  void gamesAndModulesSayWhetherTheyHoldTogether() {
    harness()
        .await(
            "the game is valid",
            () ->
                all(GameDefinition.class).stream()
                    .anyMatch(
                        g -> g.getStatus() != null && g.getStatus().phase() == GamePhase.VALID),
            () -> all(GameDefinition.class).toString());
    harness()
        .await(
            "the modules are resolved",
            () ->
                all(ModuleManifest.class).stream()
                    .allMatch(m ->
                        m.getStatus() != null && m.getStatus().phase() == ManifestPhase.RESOLVED),
            () -> all(ModuleManifest.class).toString());
    harness()
        .client()
        .resources(ModuleManifest.class)
        .inNamespace(namespace)
        .withName("core-time")
        .delete();
    harness()
        .await(
            "the game has an error",
            () ->
                all(GameDefinition.class).stream()
                    .anyMatch(
                        g -> g.getStatus() != null && g.getStatus().phase() == GamePhase.ERROR),
            () -> all(GameDefinition.class).toString());
    harness()
        .await(
            "the consumer has an error",
            () ->
                all(ModuleManifest.class).stream()
                    .allMatch(m ->
                        m.getStatus() != null
                            && m.getStatus().unresolvedRequires().equals(List.of("time.source"))),
            () -> all(ModuleManifest.class).toString());
  }

  private ReleaseTarget target(String cluster) {
    return all(ReleaseTarget.class).stream()
        .filter(t -> t.getSpec().resource().name().equals(namespace + "-" + cluster))
        .findFirst()
        .orElseThrow();
  }

  private static ReleaseTargetStatus status(ReleaseTarget target) {
    return target.getStatus() == null
        ? new ReleaseTargetStatus(null, List.of(), List.of(), null, List.of())
        : target.getStatus();
  }

  private void awaitQuiet() {
    List<String> last = new ArrayList<>();
    harness()
        .await(
            "nothing is written any more",
            () -> {
              List<String> now = harness().traffic().writes();
              boolean quiet = now.equals(last);
              last.clear();
              last.addAll(now);
              if (!quiet) {
                return false;
              }
              try {
                Thread.sleep(500);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return harness().traffic().writes().equals(last);
            });
  }

  private Map<String, Object> manifest(String cluster, String kind) {
    return work(cluster).getSpec().manifests().stream()
        .filter(m -> kind.equals(m.get("kind")))
        .findFirst()
        .orElse(Map.of());
  }

  private Tree why() {
    return Why.world(
        WorldFacts.read(harness().client(), namespace, "forge", HubConfig.NAMESPACE).orElseThrow());
  }

  private static List<String> texts(Tree tree) {
    List<String> all = new ArrayList<>();
    all.add(tree.text());
    tree.children().forEach(child -> all.addAll(texts(child)));
    return all;
  }

  private int running() {
    var status = world().getStatus();
    return status == null || status.clusters() == null ? 0 : status.clusters().running();
  }

  private int clusters() {
    var status = world().getStatus();
    return status == null || status.clusters() == null ? -1 : status.clusters().total();
  }

  private void release(String name, String version) throws IOException {
    release(name, version, "", "");
  }

  private void release(String name, String version, String from, String to) throws IOException {
    try (var in = getClass().getResourceAsStream("release.yaml")) {
      harness()
          .applyText(
              new String(
                      Objects.requireNonNull(in).readAllBytes(),
                      java.nio.charset.StandardCharsets.UTF_8)
                  .replace("NAMESPACE", namespace)
                  .replace("RELEASE", name)
                  .replace("CREATED", "2026-01-0" + version.charAt(0) + "T00:00:00Z")
                  .replace("VERSION", version)
                  .replace(from, to));
    }
  }

  private void desire(String state) {
    harness()
        .applyText(
            """
            apiVersion: game.platform/v1alpha1
            kind: WorldInstance
            metadata: {name: forge, namespace: NAMESPACE}
            spec: {gameRef: {name: anvil}, region: NAMESPACE, desiredState: STATE, statusCollectors: [replicas]}
            """
                .replace("NAMESPACE", namespace)
                .replace("STATE", state));
  }

  private void awaitPhase(WorldPhase phase) {
    harness()
        .await(
            "phase " + phase,
            () -> {
              WorldInstance world = world();
              return world.getStatus() != null
                  && world.getStatus().phase() == phase
                  && Objects.equals(
                      world.getStatus().observedGeneration(), world.getMetadata().getGeneration());
            },
            () -> String.valueOf(world().getStatus()));
  }

  private void awaitAvailable(int replicas) {
    harness()
        .await(
            replicas + " replicas at both clusters",
            () ->
                all(CombinedStatus.class).stream()
                    .filter(c ->
                        "deployments"
                            .equals(
                                c.getMetadata().getLabels().get("status.kubestellar.io/resource")))
                    .flatMap(c -> c.results().stream())
                    .anyMatch(result -> availableAtBoth(result, replicas)),
            () ->
                all(CombinedStatus.class).stream()
                    .map(CombinedStatus::results)
                    .toList()
                    .toString());
  }

  private static boolean availableAtBoth(CombinedResult result, int replicas) {
    return result.rows().size() == 2
        && result.rows().stream()
            .allMatch(row -> String.valueOf(replicas).equals(row.columns().get(1).number()));
  }

  private void awaitEvent(String reason) {
    harness()
        .await(
            "event " + reason,
            () ->
                harness().client().v1().events().inNamespace(namespace).list().getItems().stream()
                    .anyMatch(event ->
                        event.getReason().equals(reason)
                            && event.getInvolvedObject().getName().equals("forge")));
  }

  private WorldInstance world() {
    return Objects.requireNonNull(harness().find(WorldInstance.class, namespace, "forge"));
  }

  private @Nullable Condition find(String type) {
    var status = world().getStatus();
    return status == null ? null : status.condition(type);
  }

  private Condition condition(String type) {
    return Objects.requireNonNull(find(type));
  }

  private List<ManifestWork> works(String cluster) {
    return harness().client().resources(ManifestWork.class).inNamespace(cluster).list().getItems();
  }

  private ManifestWork work(String cluster) {
    List<ManifestWork> works = works(cluster);
    assertThat(works).hasSize(1);
    return works.getFirst();
  }

  private String digest(String cluster) {
    return work(cluster)
        .getMetadata()
        .getAnnotations()
        .getOrDefault("fleetwright.dev/template", "");
  }

  private <T extends HasMetadata> List<T> all(Class<T> type) {
    return harness().client().resources(type).inNamespace(namespace).list().getItems();
  }
}
