package dev.fleetwright.cli.up;

import static dev.fleetwright.cli.up.PlacementBed.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fleetwright.api.Binding;
import dev.fleetwright.api.BindingPolicy;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.StatusCollector;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.placement.kinds.BindingSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects of people in three clusters and what these report, through the real ports. */
class PlacementFlowTest {

  @TempDir static Path data;
  private static PlacementBed bed;

  @BeforeAll
  static void start() throws Exception {
    bed = PlacementBed.start(data);
    bed.apply(
        """
        apiVersion: control.kubestellar.io/v1alpha1
        kind: StatusCollector
        metadata: {name: count-wecs}
        spec:
          combinedFields: [{name: count, type: COUNT}]
          limit: 10
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: StatusCollector
        metadata: {name: available}
        spec:
          combinedFields: [{name: sum, type: SUM, subject: returned.status.availableReplicas}]
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: StatusCollector
        metadata: {name: lagging}
        spec:
          filter: obj.spec.replicas != returned.status.availableReplicas
          select: [{name: wec, def: inventory.name}]
        """);
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  private static void deploy(String name, int replicas) {
    bed.apply(
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: NAME, labels: {app: NAME}}
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: NAME, labels: {app: NAME}}
        spec:
          replicas: REPLICAS
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: web, image: "web:1"}]}
        """
            .replace("NAME", name)
            .replace("REPLICAS", Integer.toString(replicas)));
  }

  private static void policy(String name, String clusterLabel, String more) {
    bed.apply(
        """
        apiVersion: control.kubestellar.io/v1alpha1
        kind: BindingPolicy
        metadata: {name: NAME}
        spec:
          clusterSelectors: [{matchLabels: {CLUSTERS}}]
          downsync:
            - objectSelectors: [{matchLabels: {app: NAME}}]
              MORE
        """
            .replace("NAME", name)
            .replace("CLUSTERS", clusterLabel)
            .replace("MORE", more));
  }

  @Test
  void anObjectGoesToItsClustersAndTheirStatusesComeBackInOneTable() throws Exception {
    deploy("shop", 2);
    policy("shop", "region: local", "statusCollectors: [count-wecs, available, lagging]");
    await("everywhere", () -> bed.runsAt("shop", "web", "cluster1", "cluster2", "cluster3"));
    await("counted", () -> bed.rows("shop", "web", "available").equals(List.of(List.of("6"))));
    assertThat(bed.rows("shop", "web", "count-wecs")).containsExactly(List.of("3"));
    await("none is behind", () -> bed.rows("shop", "web", "lagging").isEmpty());

    Deployment object = bed.deployment("", "shop", "web").orElseThrow();
    CombinedStatus combined =
        bed.combined("shop").stream()
            .filter(one -> one.getMetadata().getNamespace().equals("shop"))
            .findFirst()
            .orElseThrow();
    assertThat(combined.getMetadata().getName())
        .isEqualTo(object.getMetadata().getUid() + "." + bed.policy("shop").getMetadata().getUid());
    assertThat(combined.getMetadata().getLabels())
        .containsEntry("status.kubestellar.io/api-group", "apps")
        .containsEntry("status.kubestellar.io/resource", "deployments")
        .containsEntry("status.kubestellar.io/namespace", "shop")
        .containsEntry("status.kubestellar.io/name", "web");
    assertThat(bed.combined("shop"))
        .as("the Namespace has no namespace itself")
        .anyMatch(one -> one.getMetadata().getNamespace().equals("kubestellar-report"));
    BindingSpec binding = bed.binding("shop").getSpec();
    assertThat(binding.clusters()).containsExactly("cluster1", "cluster2", "cluster3");
    assertThat(binding.objects().clusterScope())
        .singleElement()
        .satisfies(clause -> assertThat(clause.resource()).isEqualTo("namespaces"));
    assertThat(binding.objects().namespaceScope())
        .singleElement()
        .satisfies(clause ->
            assertThat(clause.resourceVersion())
                .isEqualTo(object.getMetadata().getResourceVersion()));
    await("all is well", () -> bed.condition("shop", "Synced").equals("True"));

    // A cluster leaves, and comes again.
    bed.label("cluster3", "region", "elsewhere");
    await("two are left", () -> bed.runsAt("shop", "web", "cluster1", "cluster2"));
    await("uncounted", () -> bed.rows("shop", "web", "available").equals(List.of(List.of("4"))));
    bed.label("cluster3", "region", "local");
    await("back", () -> bed.rows("shop", "web", "available").equals(List.of(List.of("6"))));

    // The object changes, and a cluster goes its own way.
    deploy("shop", 3);
    await("grown", () -> bed.rows("shop", "web", "available").equals(List.of(List.of("9"))));

    bed.hub().apps().deployments().inNamespace("shop").withName("web").delete();
    await("gone", () -> bed.runsAt("shop", "web"));
    await(
        "nothing is combined any more",
        () -> bed.combined("shop").stream().allMatch(one -> isAboutNamespace(one)));
    bed.hub().resources(BindingPolicy.class).withName("shop").delete();
    await(
        "all is gone",
        () ->
            bed.binding("shop") == null
                && bed.works("shop").isEmpty()
                && bed.combined("shop").isEmpty());
    assertThat(bed.cluster("cluster1").namespaces().withName("shop").get()).isNull();
    assertThat(bed.hub().namespaces().withName("shop").get()).isNotNull();
  }

  private static boolean isAboutNamespace(CombinedStatus combined) {
    return "namespaces"
        .equals(combined.getMetadata().getLabels().get("status.kubestellar.io/resource"));
  }

  @Test
  void deletingThePolicyTakesEverythingBackAndOverlappingOnesKeepIt() throws Exception {
    deploy("twice", 1);
    policy("twice", "region: local", "statusCollectors: [count-wecs]");
    await("everywhere", () -> bed.runsAt("twice", "web", "cluster1", "cluster2", "cluster3"));
    bed.apply(
        """
        apiVersion: control.kubestellar.io/v1alpha1
        kind: BindingPolicy
        metadata: {name: twice-more}
        spec:
          clusterSelectors: [{matchLabels: {name: cluster1}}, {matchLabels: {name: cluster2}}]
          downsync: [{namespaces: [twice], resources: [deployments]}, {objectNames: [twice]}]
        """);
    await(
        "the second is content with what the first has done",
        () ->
            bed.works("twice-more").size() == 2
                && bed.binding("twice-more").getStatus() != null
                && bed.binding("twice-more").getStatus().conditions().stream()
                    .allMatch(condition -> condition.status().equals("True")));
    assertThat(bed.policy("twice-more").getStatus().errors()).isEmpty();
    String uid = bed.deployment("cluster1", "twice", "web").orElseThrow().getMetadata().getUid();
    bed.hub().resources(BindingPolicy.class).withName("twice").delete();
    await(
        "where nobody else wants it, it goes",
        () -> bed.runsAt("twice", "web", "cluster1", "cluster2"));
    assertThat(bed.deployment("cluster1", "twice", "web").orElseThrow().getMetadata().getUid())
        .as("handed over, not made anew")
        .isEqualTo(uid);
    await("nothing combined", () -> bed.combined("twice").isEmpty());
    bed.hub().resources(BindingPolicy.class).withName("twice-more").delete();
    await("gone", () -> bed.runsAt("twice", "web"));
    await("no reports are left", () -> reports("twice").isEmpty());
  }

  private static List<WorkStatus> reports(String namespace) {
    return bed.hub().resources(WorkStatus.class).inAnyNamespace().list().getItems().stream()
        .filter(report -> namespace.equals(report.getSpec().sourceRef().namespace()))
        .toList();
  }

  @Test
  void aCollectorMayComeLateAndABrokenOneIsRefused() throws Exception {
    deploy("broken", 1);
    policy("broken", "region: local", "statusCollectors: [count-wecs, late]");
    await("counted", () -> bed.rows("broken", "web", "count-wecs").equals(List.of(List.of("3"))));
    await("missed", () -> bed.condition("broken", "StatusCollectorsAvailable").equals("False"));
    assertThat(
            bed.result("broken", "web", "late")
                .orElseThrow()
                .aggregationErrors()
                .getFirst()
                .error())
        .contains("no StatusCollector \"late\"");

    assertThatThrownBy(() -> collector("returned.status.availableReplicas +"))
        .hasMessageContaining("spec.combinedFields[0].subject");
    collector("returned.status.availableReplicas");
    await("there", () -> bed.rows("broken", "web", "late").equals(List.of(List.of("3"))));
    await("available", () -> bed.condition("broken", "StatusCollectorsAvailable").equals("True"));
    assertThatThrownBy(() -> collector("nonsense(")).hasMessageContaining("subject");
    assertThat(bed.rows("broken", "web", "late")).containsExactly(List.of("3"));
    bed.hub().resources(StatusCollector.class).withName("late").delete();
    await(
        "gone, and the others stay",
        () ->
            bed.rows("broken", "web", "late").isEmpty()
                && bed.rows("broken", "web", "count-wecs").equals(List.of(List.of("3"))));
  }

  private static void collector(String subject) {
    bed.apply(
        """
        apiVersion: control.kubestellar.io/v1alpha1
        kind: StatusCollector
        metadata: {name: late}
        spec:
          combinedFields: [{name: sum, type: SUM, subject: "SUBJECT"}]
        """
            .replace("SUBJECT", subject));
  }

  @Test
  void theStatusOfASingleCopyComesBackWhileThereIsOne() throws Exception {
    deploy("single", 2);
    policy("single", "name: cluster1", "wantSingletonReportedState: true");
    await("returned", () -> available("single") == 2 && "1".equals(count("single")));
    bed.label("cluster2", "name", "cluster1");
    await("two copies", () -> "2".equals(count("single")) && available("single") == 0);
    assertThat(returnedStatus("single")).as("nothing is left of it").isEmpty();
    bed.label("cluster2", "name", "cluster2");
    await("one again", () -> "1".equals(count("single")) && available("single") == 2);
    deploy("single", 5);
    await("followed", () -> available("single") == 5);

    bed.hub().resources(BindingPolicy.class).withName("single").delete();
    await("cleaned up", () -> count("single").isEmpty() && available("single") == 0);
    assertThat(returnedStatus("single")).isEmpty();
    // Where nobody asks, there is no such label, whoever writes it.
    policy("single", "name: cluster1", "createOnly: false");
    await("there", () -> bed.runsAt("single", "web", "cluster1"));
    bed.hub()
        .apps()
        .deployments()
        .inNamespace("single")
        .withName("web")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"labels\":{\"kubestellar.io/executing-count\":\"7\"}}}");
    await("suppressed", () -> count("single").isEmpty());
  }

  /** The label; empty when there is none. */
  private static String count(String namespace) {
    return bed.deployment("", namespace, "web")
        .orElseThrow()
        .getMetadata()
        .getLabels()
        .getOrDefault("kubestellar.io/executing-count", "");
  }

  private static Map<String, Object> returnedStatus(String namespace) {
    Map<String, Object> whole =
        bed.hub()
            .genericKubernetesResources("apps/v1", "Deployment")
            .inNamespace(namespace)
            .withName("web")
            .get()
            .getAdditionalProperties();
    return whole.get("status") instanceof Map<?, ?> status ? Map.of("status", status) : Map.of();
  }

  private static int available(String namespace) {
    var status = bed.deployment("", namespace, "web").orElseThrow().getStatus();
    return status == null ? 0 : Objects.requireNonNullElse(status.getAvailableReplicas(), 0);
  }

  @Test
  void aRestartGoesOnAndWritesNothingWhereNothingIsToDo() throws Exception {
    deploy("again", 1);
    policy("again", "region: local", "statusCollectors: [available]");
    // In the middle of it.
    await("begun", () -> bed.binding("again") != null);
    bed.stop();
    bed.start();
    await("done", () -> bed.rows("again", "web", "available").equals(List.of(List.of("3"))));
    await("all is well", () -> bed.condition("again", "Synced").equals("True"));
    Map<String, String> before = bed.awaitQuiet("again");
    bed.stop();
    bed.start();
    // Something else has to happen first, so that the hub has certainly looked at everything.
    deploy("again-later", 1);
    policy("again-later", "region: local", "statusCollectors: [available]");
    await(
        "the new hub works",
        () -> bed.rows("again-later", "web", "available").equals(List.of(List.of("3"))));
    assertThat(bed.awaitQuiet("again")).isEqualTo(before);

    // What happens while nobody looks is caught up with.
    bed.stop();
    bed.start();
    Binding binding = bed.binding("again");
    assertThat(binding.getSpec().clusters()).hasSize(3);
    bed.hub().resources(Binding.class).withName("again").delete();
    await("made anew", () -> bed.binding("again") != null);
    await("still everywhere", () -> bed.runsAt("again", "web", "cluster1", "cluster2", "cluster3"));
  }
}
