package dev.fleetwright.hub.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.Binding;
import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.CustomTransform;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.StatusCollector;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.status.kinds.StatusDetails;
import dev.fleetwright.status.kinds.WorkStatusSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the hub does for a policy, with reports written by hand, on whichever server there is. */
abstract class PolicyFlow {

  private E2eHarness harness;
  private String name = "";

  abstract E2eHarness open(Path folder) throws IOException, InterruptedException;

  @BeforeEach
  void start(@TempDir Path folder) throws IOException, InterruptedException {
    harness = open(folder);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  @Test
  void aPolicyIsFollowedThereAndBack() throws IOException, InterruptedException {
    name = harness.newNamespace();
    harness.applyText(
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: NAME-1, labels: {fleet: NAME}}
        spec: {hubAcceptsClient: true}
        ---
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: NAME-2, labels: {fleet: other}}
        spec: {hubAcceptsClient: true}
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: StatusCollector
        metadata: {name: NAME}
        spec:
          combinedFields:
            - {name: count, type: COUNT}
            - {name: sum, type: SUM, subject: returned.status.availableReplicas}
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: StatusCollector
        metadata: {name: NAME-broken}
        spec:
          select: [{name: a, def: "inventory.name +"}]
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: CustomTransform
        metadata: {name: NAME}
        spec: {apiGroup: NAME, resource: things, remove: ["$."]}
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: NAME, labels: {app: NAME}}
        spec:
          replicas: 2
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: web, image: "web:1"}]}
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: BindingPolicy
        metadata: {name: NAME}
        spec:
          clusterSelectors: [{matchLabels: {fleet: NAME}}]
          downsync:
            - objectSelectors: [{matchLabels: {app: NAME}}]
              statusCollectors: [NAME, NAME-broken]
              wantSingletonReportedState: true
        """
            .replace("NAME", name));
    harness.await("a work", () -> works(name + "-1").size() == 1, () -> String.valueOf(policy()));
    Map<String, Object> manifest = works(name + "-1").getFirst().getSpec().manifests().getFirst();
    assertThat(manifest).doesNotContainKey("status").containsKeys("apiVersion", "kind", "spec");
    assertThat(String.valueOf(manifest.get("metadata"))).doesNotContain("resourceVersion");
    harness.await("a label", () -> count().equals("1"));

    report(name + "-1", 2);
    harness.await("a sum", () -> cells().equals(List.of("1", "2")), () -> cells().toString());
    harness.await("a status", () -> available() == 2);
    harness.await(
        "an error with a caret",
        () ->
            Optional.ofNullable(
                    harness
                        .client()
                        .resources(StatusCollector.class)
                        .withName(name + "-broken")
                        .get())
                .map(StatusCollector::getStatus)
                .filter(status -> status.errors().toString().contains("^"))
                .isPresent());

    harness.applyText(
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: NAME-2, labels: {fleet: NAME}}
        spec: {hubAcceptsClient: true}
        """
            .replace("NAME", name));
    harness.await("two copies", () -> count().equals("2") && available() == 0);
    harness.await("two rows", () -> cells().equals(List.of("2", "2")), () -> cells().toString());
    report(name + "-2", 1);
    harness.await("both", () -> cells().equals(List.of("2", "3")), () -> cells().toString());

    harness.await(
        "an error in a path",
        () ->
            Optional.ofNullable(
                    harness.client().resources(CustomTransform.class).withName(name).get())
                .map(CustomTransform::getStatus)
                .filter(status -> status.errors().toString().contains("spec.remove[0]"))
                .isPresent());

    // A mistake takes nothing away, not even with another hub.
    harness.applyText(
        """
        apiVersion: control.kubestellar.io/v1alpha1
        kind: StatusCollector
        metadata: {name: NAME}
        spec:
          combinedFields: [{name: sum, type: SUM, subject: "nonsense("}]
        """
            .replace("NAME", name));
    harness.await("it is told", () -> mistakes() > 0);
    assertThat(cells()).containsExactly("2", "3");

    List<String> works = uids();
    harness
        .client()
        .resources(Binding.class)
        .withName(name)
        .edit(binding -> {
          binding.setSpec(new BindingSpec(binding.getSpec().workload(), List.of()));
          return binding;
        });
    harness.await("the Binding is put back", () -> binding().getSpec().destinations().size() == 2);
    harness.await("quiet once more", this::isQuiet);
    assertThat(uids()).as("nothing has moved").isEqualTo(works);

    // Everything once more by another hub, and nothing is written.
    harness.await("quiet", this::isQuiet);
    List<String> before = versions();
    harness.stopHub();
    harness.startHub();
    harness.await("quiet again", this::isQuiet);
    assertThat(versions()).isEqualTo(before);
    assertThat(cells()).containsExactly("2", "3");

    harness.client().resources(BindingPolicy.class).withName(name).delete();
    harness.await(
        "all is taken back",
        () ->
            count().isEmpty()
                && works(name + "-1").isEmpty()
                && works(name + "-2").isEmpty()
                && harness.find(Binding.class, "", name) == null
                && combined().isEmpty());
  }

  private Binding binding() {
    return Objects.requireNonNull(harness.find(Binding.class, "", name));
  }

  private List<String> uids() {
    return Stream.of("-1", "-2")
        .flatMap(cluster -> works(name + cluster).stream())
        .map(work -> work.getMetadata().getUid())
        .toList();
  }

  private boolean isQuiet() {
    List<String> before = versions();
    try {
      Thread.sleep(1_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return versions().equals(before);
  }

  private List<String> versions() {
    return List.of(
        String.valueOf(policy()),
        version(harness.client().resources(Binding.class).withName(name).get()),
        version(web()),
        works(name + "-1").stream().map(PolicyFlow::version).toList().toString(),
        works(name + "-2").stream().map(PolicyFlow::version).toList().toString(),
        combined().map(PolicyFlow::version).orElse(""));
  }

  private static String version(@Nullable HasMetadata object) {
    return object == null ? "" : object.getMetadata().getResourceVersion();
  }

  private String policy() {
    BindingPolicy policy = harness.client().resources(BindingPolicy.class).withName(name).get();
    return policy == null ? "no policy" : version(policy) + " " + policy.getStatus();
  }

  private List<ManifestWork> works(String cluster) {
    return harness.client().resources(ManifestWork.class).inNamespace(cluster).list().getItems();
  }

  private Deployment web() {
    return Objects.requireNonNull(harness.find(Deployment.class, name, "web"));
  }

  private String count() {
    return web().getMetadata().getLabels().getOrDefault("kubestellar.io/executing-count", "");
  }

  private int available() {
    var status = web().getStatus();
    return status == null || status.getAvailableReplicas() == null
        ? 0
        : status.getAvailableReplicas();
  }

  private Optional<CombinedStatus> combined() {
    return harness
        .client()
        .resources(CombinedStatus.class)
        .inNamespace(name)
        .list()
        .getItems()
        .stream()
        .findFirst();
  }

  private List<String> cells() {
    return combined().stream()
        .flatMap(one -> one.results().stream())
        .filter(result -> result.name().equals(name))
        .flatMap(result -> result.rows().stream())
        .flatMap(row -> row.columns().stream())
        .map(cell -> String.valueOf(cell.number()))
        .toList();
  }

  private long mistakes() {
    return combined().stream()
        .flatMap(one -> one.results().stream())
        .filter(result -> result.name().equals(name))
        .mapToLong(result -> result.aggregationErrors().size())
        .sum();
  }

  private void report(String cluster, int available) {
    WorkStatus report = new WorkStatus();
    report.getMetadata().setName("deployment-web");
    report.getMetadata().setNamespace(cluster);
    report.setSpec(
        new WorkStatusSpec(
            new WorkStatusSpec.SourceRef("apps", "v1", "deployments", "Deployment", "web", name)));
    report.reported(
        Map.of("replicas", 2, "availableReplicas", available, "readyReplicas", available));
    report.statusDetails(new StatusDetails("2026-01-01T00:00:00Z", 1L, true, null));
    harness.client().resource(report).fieldManager("test").forceConflicts().serverSideApply();
  }
}
