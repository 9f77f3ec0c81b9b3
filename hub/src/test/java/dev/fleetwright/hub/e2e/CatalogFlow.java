package dev.fleetwright.hub.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.Catalog;
import dev.fleetwright.api.CatalogStatus;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.WorldPhase;
import dev.fleetwright.hub.HubConfig;
import dev.fleetwright.hub.why.Tree;
import dev.fleetwright.hub.why.WhyObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** A platform team's catalog, from its object to the clusters, on any API server. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class CatalogFlow {

  private static final String BROKEN_DOCUMENT = "{apiVersion: core.opm.dev/v1, kind: Transformer}";

  private @Nullable E2eHarness running;
  private String namespace = "";
  private String catalog = "";

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
    catalog = "catalog-" + namespace;
    harness().apply("game.yaml", namespace);
    harness().apply("world.yaml", namespace);
  }

  /** Catalogs are seen by all worlds; those of the next test are not to meet them. */
  @AfterEach
  void removeCatalogs() {
    harness().client().resources(Catalog.class).delete();
  }

  @Test
  void aWorldRunsWithACatalogFollowsItKeepsItsLastGoodAndOutlivesIt() throws Exception {
    harness().apply("catalog-release.yaml", namespace);
    awaitRendered(false, "Motto");
    assertThat(works()).as("nothing can be delivered yet").isEmpty();

    applyCatalog(catalog, "first");
    awaitMotto("first");
    awaitPhase(WorldPhase.RUNNING);
    awaitInUse(catalog, 1);
    assertThat(errors(catalog)).isEmpty();

    applyCatalog(catalog, "second");
    awaitMotto("second");
    awaitInUse(catalog, 2);

    breakCatalog(catalog);
    awaitErrors(catalog, "spec.documents[0]");
    assertThat(status(catalog).generationInUse()).isEqualTo(2);
    assertThat(status(catalog).observedGeneration()).isEqualTo(3);
    awaitEvent("InvalidCatalog");
    Tree why = why(catalog);
    assertThat(why.mark()).isEqualTo(Tree.Mark.BAD);
    assertThat(why.text()).contains("generation 2 stays in use");
    assertThat(why(world()).children())
        .anyMatch(child -> child.text().startsWith("catalog " + catalog + " has mistakes"));

    // The last good content counts for what comes now, too, and after a restart.
    harness().stopHub();
    harness().startHub();
    harness()
        .applyText(
            """
            apiVersion: cluster.open-cluster-management.io/v1
            kind: ManagedCluster
            metadata: {name: NAMESPACE-c3, labels: {region: NAMESPACE, environment: staging}}
            spec: {hubAcceptsClient: true}
            """
                .replace("NAMESPACE", namespace));
    harness().await("the new cluster gets it", () -> motto(namespace + "-c3").equals("second"));
    awaitRendered(true, "");

    applyCatalog(catalog, "third");
    awaitMotto("third");
    harness().await("it is mended", () -> errors(catalog).isEmpty());
    assertThat(status(catalog).lastGood()).isNull();

    harness().client().resources(Catalog.class).withName(catalog).delete();
    awaitRendered(false, "Motto");
    assertThat(motto(namespace + "-c1")).as("what runs stays").isEqualTo("third");
    awaitPhase(WorldPhase.RUNNING);
  }

  @Test
  void ofTwoCatalogsThatDefineTheSameTheFirstCountsUntilItGoes() throws Exception {
    harness().apply("catalog-release.yaml", namespace);
    applyCatalog(catalog, "older");
    awaitMotto("older");
    // Their times have seconds only; of the same second the smaller name is the older one.
    applyCatalog(catalog + "-z", "younger");
    awaitErrors(catalog + "-z", "two definitions are named");
    assertThat(status(catalog + "-z").generationInUse()).isNull();
    assertThat(errors(catalog)).isEmpty();
    assertThat(motto(namespace + "-c1")).isEqualTo("older");
    harness().client().resources(Catalog.class).withName(catalog).delete();
    awaitMotto("younger");
    awaitInUse(catalog + "-z", 1);
  }

  /** A catalog that changes nothing for a world writes nothing to it; the same twice nothing. */
  @Test
  void aChangeThatMattersToNobodyWritesOnlyItsStatus() throws Exception {
    harness().apply("catalog-release.yaml", namespace);
    applyCatalog(catalog, "same");
    awaitMotto("same");
    awaitPhase(WorldPhase.RUNNING);
    harness().traffic().forget();
    harness()
        .applyText(
            """
            apiVersion: release.fleetwright.dev/v1alpha1
            kind: Catalog
            metadata: {name: CATALOG-unused}
            spec:
              documents:
                - apiVersion: core.opm.dev/v1
                  kind: Trait
                  metadata: {apiVersion: NAMESPACE.example/unused@v1, name: Unused}
                  spec: {unused: {type: string}}
            """
                .replace("CATALOG", catalog)
                .replace("NAMESPACE", namespace));
    awaitInUse(catalog + "-unused", 1);
    String version = Objects.requireNonNull(find(catalog)).getMetadata().getResourceVersion();
    applyCatalog(catalog, "same");
    applyCatalog(catalog, "another");
    awaitMotto("another");
    assertThat(Objects.requireNonNull(find(catalog)).getMetadata().getGeneration()).isEqualTo(2);
    assertThat(version).isNotEmpty();
    assertThat(
            harness().traffic().writes().stream()
                .takeWhile(write -> !write.contains("/catalogs/" + catalog + "/status"))
                .filter(write -> write.contains("manifestworks")))
        .as("works are written once, for the change that matters")
        .hasSizeLessThanOrEqualTo(2);
    assertThat(
            harness().traffic().writes().stream().filter(write -> write.contains("-unused/status")))
        .hasSize(1);
  }

  private void applyCatalog(String name, String motto) throws IOException {
    try (var in = CatalogFlow.class.getResourceAsStream("catalog.yaml")) {
      harness()
          .applyText(
              new String(
                      Objects.requireNonNull(in).readAllBytes(),
                      java.nio.charset.StandardCharsets.UTF_8)
                  .replace("NAMESPACE", namespace)
                  .replace("CATALOG", name)
                  .replace("MOTTO", motto));
    }
  }

  private void breakCatalog(String name) {
    harness()
        .applyText(
            "---\n{apiVersion: release.fleetwright.dev/v1alpha1, kind: Catalog, metadata: {name: "
                + name
                + "}, spec: {documents: ["
                + BROKEN_DOCUMENT
                + "]}}");
  }

  private List<ManifestWork> works() {
    return works(namespace + "-c1");
  }

  private List<ManifestWork> works(String cluster) {
    return harness().client().resources(ManifestWork.class).inNamespace(cluster).list().getItems();
  }

  /** What the transformer of the catalog wrote into the object that it makes. */
  private String motto(String cluster) {
    return works(cluster).stream()
        .flatMap(work -> work.getSpec().manifests().stream())
        .filter(manifest -> "ConfigMap".equals(manifest.get("kind")))
        .map(manifest -> manifest.get("data"))
        .filter(data -> data instanceof java.util.Map<?, ?> map && map.containsKey("motto"))
        .map(data -> String.valueOf(((java.util.Map<?, ?>) data).get("motto")))
        .findFirst()
        .orElse("");
  }

  private void awaitMotto(String motto) {
    for (String cluster : List.of(namespace + "-c1", namespace + "-c2")) {
      harness()
          .await(
              motto + " at " + cluster,
              () -> motto(cluster).equals(motto),
              () -> works(cluster) + " " + world().getStatus() + " " + find(catalog));
    }
  }

  private void awaitRendered(boolean holds, String text) {
    harness()
        .await(
            "Rendered is " + holds,
            () -> {
              var status = world().getStatus();
              Condition rendered = status == null ? null : status.condition("Rendered");
              return rendered != null
                  && rendered.holds() == holds
                  && String.valueOf(rendered.message()).contains(text);
            },
            () -> String.valueOf(world().getStatus()));
  }

  private void awaitPhase(WorldPhase phase) {
    harness()
        .await(
            "phase " + phase,
            () -> {
              var status = world().getStatus();
              return status != null && status.phase() == phase;
            },
            () -> String.valueOf(world().getStatus()));
  }

  private void awaitInUse(String name, long generation) {
    harness()
        .await(
            "generation " + generation + " of " + name + " is in use",
            () -> Long.valueOf(generation).equals(status(name).generationInUse()),
            () -> String.valueOf(find(name)));
  }

  private void awaitErrors(String name, String text) {
    harness()
        .await(
            "the mistake of " + name,
            () -> errors(name).stream().anyMatch(error -> error.contains(text)),
            () -> String.valueOf(find(name)));
  }

  private void awaitEvent(String reason) {
    harness()
        .await(
            "event " + reason,
            () ->
                harness().client().v1().events().inNamespace("default").list().getItems().stream()
                    .anyMatch(event ->
                        event.getReason().equals(reason)
                            && event.getInvolvedObject().getName().equals(catalog)));
  }

  private Tree why(String name) {
    return why(Objects.requireNonNull(find(name)));
  }

  private Tree why(io.fabric8.kubernetes.api.model.HasMetadata object) {
    return WhyObject.explain(harness().client(), object, HubConfig.NAMESPACE, Instant.now())
        .orElseThrow();
  }

  private WorldInstance world() {
    return Objects.requireNonNull(harness().find(WorldInstance.class, namespace, "forge"));
  }

  private @Nullable Catalog find(String name) {
    return harness().client().resources(Catalog.class).withName(name).get();
  }

  private CatalogStatus status(String name) {
    Catalog found = find(name);
    return found == null || found.getStatus() == null
        ? new CatalogStatus(0, List.of(), null, null)
        : found.getStatus();
  }

  private List<String> errors(String name) {
    return status(name).errors();
  }
}
