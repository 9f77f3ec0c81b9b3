package dev.fleetwright.cli.up;

import static dev.fleetwright.cli.up.PlacementBed.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.BindingPolicy;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How objects are changed on their way, and what goes wrong on it. */
class PlacementDetailsTest {

  @TempDir static Path data;
  private static PlacementBed bed;

  @BeforeAll
  static void start() throws Exception {
    bed = PlacementBed.start(data);
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  private static Optional<ConfigMap> map(String cluster, String namespace, String name) {
    KubernetesClient client = bed.cluster(cluster);
    return Optional.ofNullable(client.configMaps().inNamespace(namespace).withName(name).get());
  }

  private static String value(String cluster, String namespace, String name, String key) {
    return map(cluster, namespace, name).map(found -> found.getData().get(key)).orElse("");
  }

  private static List<String> errors(String policy) {
    BindingPolicy found = bed.policy(policy);
    return found == null || found.getStatus() == null ? List.of() : found.getStatus().errors();
  }

  @Test
  void templatesExpandPerClusterAndOneThatFailsKeepsTheLastGoodState() throws Exception {
    bed.apply(
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: pages}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: page
          namespace: pages
          annotations: {control.kubestellar.io/expand-templates: "true"}
        data: {text: "from {{.clusterName}}"}
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: BindingPolicy
        metadata: {name: pages}
        spec:
          clusterSelectors: [{}]
          downsync: [{objectNames: [pages, page]}]
        """);
    await("expanded", () -> value("cluster2", "pages", "page", "text").equals("from cluster2"));
    bed.label("cluster1", "zone", "a");
    text("in {{.zone}}");
    await(
        "expanded where it can be",
        () -> value("cluster1", "pages", "page", "text").equals("in a"));
    await(
        "told",
        () ->
            errors("pages").size() == 1
                && errors("pages")
                    .getFirst()
                    .startsWith(
                        "cluster2, cluster3: configmaps pages/page: data.text: the cluster has no"
                            + " label or property \"zone\""));
    assertThat(value("cluster2", "pages", "page", "text")).isEqualTo("from cluster2");
    assertThat(bed.condition("pages", "Synced")).isEqualTo("False");
    // What people write about a cluster counts as well.
    bed.apply(
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: customization-properties}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: cluster2, namespace: customization-properties}
        data: {zone: b}
        """);
    await("expanded there too", () -> value("cluster2", "pages", "page", "text").equals("in b"));
    bed.label("cluster3", "zone", "c");
    await("and there", () -> value("cluster3", "pages", "page", "text").equals("in c"));
    await("all is well", () -> errors("pages").isEmpty());
    assertThat(map("cluster1", "pages", "page").orElseThrow().getMetadata().getAnnotations())
        .doesNotContainKey("control.kubestellar.io/expand-templates");
  }

  private static void text(String text) {
    bed.hub()
        .configMaps()
        .inNamespace("pages")
        .withName("page")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"text\":\"" + text + "\"}}");
  }

  @Test
  void whatIsOnlyCreatedIsLeftAloneAndWhatIsTransformedLosesFields() throws Exception {
    bed.apply(
        """
        apiVersion: control.kubestellar.io/v1alpha1
        kind: CustomTransform
        metadata: {name: no-secrets-of-ours}
        spec: {resource: configmaps, remove: [$.data.inner]}
        ---
        apiVersion: v1
        kind: Namespace
        metadata: {name: once}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings, namespace: once}
        data: {mode: first, inner: hidden}
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: BindingPolicy
        metadata: {name: once}
        spec:
          clusterSelectors: [{matchLabels: {name: cluster1}}]
          downsync:
            - objectNames: [once]
            - {resources: [configmaps], namespaces: [once], createOnly: true}
        """);
    await("there", () -> value("cluster1", "once", "settings", "mode").equals("first"));
    assertThat(map("cluster1", "once", "settings").orElseThrow().getData())
        .doesNotContainKey("inner");
    String uid = map("cluster1", "once", "settings").orElseThrow().getMetadata().getUid();
    bed.hub()
        .configMaps()
        .inNamespace("once")
        .withName("settings")
        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"mode\":\"second\"}}");
    await(
        "the change is delivered",
        () ->
            bed.works("once").toString().contains("second")
                && bed.condition("once", "Synced").equals("True"));
    bed.awaitQuiet("once");
    assertThat(value("cluster1", "once", "settings", "mode")).isEqualTo("first");
    assertThat(map("cluster1", "once", "settings").orElseThrow().getMetadata().getUid())
        .isEqualTo(uid);
  }

  @Test
  void oneObjectThatIsTooLargeFailsAloneByItsName() throws Exception {
    bed.apply(
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: large}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: whale, namespace: large}
        data: {fat: "FAT"}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: shrimp, namespace: large}
        data: {k: v}
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: BindingPolicy
        metadata: {name: large}
        spec:
          clusterSelectors: [{}]
          downsync: [{namespaces: [large], apiGroup: ""}, {objectNames: [large]}]
        """
            .replace("FAT", "x".repeat(500_000)));
    await("the small one", () -> value("cluster3", "large", "shrimp", "k").equals("v"));
    await("told", () -> errors("large").toString().contains("ConfigMap whale has 500,"));
    assertThat(map("cluster3", "large", "whale")).isEmpty();
  }

  @Test
  void kindsThatAreDefinedLaterAreTakenTooAndAMissingNamespaceIsTold() throws Exception {
    bed.apply(
        """
        apiVersion: control.kubestellar.io/v1alpha1
        kind: BindingPolicy
        metadata: {name: things}
        spec:
          clusterSelectors: [{matchLabels: {name: cluster2}}]
          downsync:
            - objectSelectors: [{matchLabels: {placed: "yes"}}]
        ---
        apiVersion: v1
        kind: Namespace
        metadata: {name: toys}
        """);
    await("bound", () -> bed.binding("things") != null);
    bed.apply(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: things.example.com, labels: {placed: "yes"}}
        spec:
          group: example.com
          scope: Namespaced
          names: {plural: things, singular: thing, kind: Thing}
          versions:
            - name: v1
              served: true
              storage: true
              schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
        """);
    bed.apply(
        """
        apiVersion: example.com/v1
        kind: Thing
        metadata: {name: ball, namespace: toys, labels: {placed: "yes"}}
        spec: {size: 1}
        """);
    await("told", () -> errors("things").toString().contains("toys"));
    bed.hub()
        .namespaces()
        .withName("toys")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"labels\":{\"placed\":\"yes\"}}}");
    await(
        "there",
        () ->
            bed.cluster("cluster2")
                    .genericKubernetesResources("example.com/v1", "Thing")
                    .inNamespace("toys")
                    .withName("ball")
                    .get()
                != null);
    await("all is well", () -> errors("things").isEmpty());
  }

  @Test
  void aBindingWithoutAPolicyIsFollowedAsWell() throws Exception {
    bed.apply(
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: byhand}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: note, namespace: byhand}
        data: {k: v}
        ---
        apiVersion: control.kubestellar.io/v1alpha1
        kind: Binding
        metadata: {name: byhand}
        spec:
          workload:
            clusterScope: [{group: "", version: v1, resource: namespaces, name: byhand}]
            namespaceScope:
              - {group: "", version: v1, resource: configmaps, namespace: byhand, name: note}
              - {group: "", version: v1, resource: configmaps, namespace: byhand, name: missing}
              - {group: "", version: v1, resource: events, namespace: byhand, name: never}
          destinations: [{clusterId: cluster1}, {clusterId: nowhere}]
        """);
    await("there", () -> value("cluster1", "byhand", "note", "k").equals("v"));
    await(
        "all mistakes are told",
        () ->
            bed.binding("byhand").getStatus() != null
                && bed.binding("byhand").getStatus().errors().size() == 3);
    assertThat(bed.binding("byhand").getStatus().errors().toString())
        .contains("cluster1: configmaps byhand/missing")
        .contains("nowhere: there is no ManagedCluster")
        .contains("events tell what happened in one cluster");
    bed.hub().configMaps().inNamespace("byhand").withName("note").delete();
    await("gone", () -> map("cluster1", "byhand", "note").isEmpty());
    bed.hub().resources(dev.fleetwright.api.Binding.class).withName("byhand").delete();
    await("all gone", () -> bed.cluster("cluster1").namespaces().withName("byhand").get() == null);
  }

  @Test
  void everythingMeansEverythingButWhatBelongsToTheHub() throws Exception {
    bed.apply(
        """
        apiVersion: control.kubestellar.io/v1alpha1
        kind: BindingPolicy
        metadata: {name: everything}
        spec:
          clusterSelectors: [{matchLabels: {name: nobody}}]
          downsync: [{objectNames: ["*"]}]
        """);
    await("bound", () -> bed.binding("everything") != null);
    String all = bed.binding("everything").getSpec().toString();
    assertThat(all)
        .doesNotContain("fleetwright-system")
        .doesNotContain("cluster1")
        .doesNotContain("fleetwright:agent")
        .doesNotContain("name=cluster-admin")
        .doesNotContain("kube-root-ca.crt")
        .doesNotContain("kube-system")
        .doesNotContain("resource=events");
    bed.hub().resources(BindingPolicy.class).withName("everything").delete();
    await("gone", () -> bed.binding("everything") == null);
  }
}
