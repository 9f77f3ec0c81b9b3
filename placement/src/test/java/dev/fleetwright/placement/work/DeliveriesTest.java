package dev.fleetwright.placement.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.placement.BindingReferences;
import dev.fleetwright.placement.Cluster;
import dev.fleetwright.placement.Inventory;
import dev.fleetwright.placement.LivePlacement;
import dev.fleetwright.placement.ObjectKey;
import dev.fleetwright.placement.Objects;
import dev.fleetwright.placement.Placement;
import dev.fleetwright.placement.Policies;
import dev.fleetwright.placement.Policy;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.CustomTransformSpec;
import dev.fleetwright.placement.kinds.DownsyncPolicyClause;
import dev.fleetwright.placement.kinds.LabelSelector;
import dev.fleetwright.placement.kinds.ManifestWorkSpec;
import dev.fleetwright.placement.work.Deliveries.Sight;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeliveriesTest {

  private static final String TEMPLATE =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: where
        namespace: n
        annotations: {control.kubestellar.io/expand-templates: "true"}
      data: {at: "{{.clusterName}} in {{.region}}", claim: "{{.zone}}"}
      """;

  private static final String PLAIN =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web, namespace: n}
      spec: {replicas: 3, template: {spec: {containers: [{name: "{{.left.alone}}", image: i}]}}}
      """;

  private static final Cluster EAST =
      new Cluster("east", Map.of("region", "us"), Map.of("zone", "z1", "region", "hidden"));
  private static final Cluster BARE = new Cluster("bare", Map.of("region", "us"));

  private static LivePlacement placement(String... objects) {
    DownsyncPolicyClause all =
        new DownsyncPolicyClause(
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of("*"),
            null,
            List.of(),
            null,
            null);
    return Placement.live(
        Policies.of(
            List.of(
                new Policy(
                    "p",
                    "",
                    new BindingPolicySpec(
                        List.of(LabelSelector.ofLabels(Map.of())), List.of(all))))),
        Inventory.of(List.of(EAST, BARE)),
        Objects.of(List.of(objects).stream().map(CleaningTest::object).toList()));
  }

  private static Wrapped deliver(
      LivePlacement live,
      Cluster cluster,
      Transforms transforms,
      Map<String, ManifestWorkSpec> existing) {
    BindingSpec binding = live.binding("p").orElseThrow();
    return new Deliveries("p", binding, key -> Sight.of(live.object(key)), transforms)
        .forCluster(cluster, existing, Bounds.DEFAULT);
  }

  @Test
  void templatesExpandForEachClusterAndOnlyWhereAskedFor() {
    Wrapped wrapped = deliver(placement(TEMPLATE, PLAIN), EAST, Transforms.NONE, Map.of());
    List<Map<String, Object>> manifests = wrapped.works().getFirst().spec().manifests();
    assertThat(manifests.getFirst())
        .isEqualTo(
            CleaningTest.yaml(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: where, namespace: n},"
                    + " data: {at: east in us, claim: z1}}"));
    assertThat(manifests.getLast()).isEqualTo(CleaningTest.yaml(PLAIN));
    assertThat(wrapped.problems()).isEmpty();
  }

  @Test
  void aTemplateThatFailsForOneClusterKeepsWhatIsThere() {
    LivePlacement live = placement(TEMPLATE, PLAIN);
    Wrapped fresh = deliver(live, BARE, Transforms.NONE, Map.of());
    assertThat(fresh.works().getFirst().spec().manifests()).hasSize(1);
    assertThat(
            fresh
                .problems()
                .getOrDefault(new ObjectKey("", "configmaps", "n", "where"), List.of())
                .getFirst()
                .message())
        .contains("zone");
    Map<String, ManifestWorkSpec> existing = new HashMap<>();
    deliver(live, EAST, Transforms.NONE, Map.of())
        .works()
        .forEach(work -> existing.put(work.name(), work.spec()));
    Wrapped later = deliver(live, BARE, Transforms.NONE, existing);
    assertThat(later.works().getFirst().spec().manifests()).hasSize(2);
    assertThat(later.problems()).hasSize(1);
  }

  @Test
  void transformsRemoveFieldsOfTheirResource() {
    Transforms transforms =
        Transforms.of(
            Map.of(
                "one",
                    new CustomTransformSpec(
                        "apps", "deployments", List.of("$.spec.replicas", "$.")),
                "two",
                    new CustomTransformSpec(
                        "apps", "deployments", List.of("$.spec.template.spec.containers[*].image")),
                "three", new CustomTransformSpec(null, "deployments", List.of("$.spec"))));
    Map<String, Object> sent =
        deliver(placement(PLAIN), EAST, transforms, Map.of())
            .works()
            .getFirst()
            .spec()
            .manifests()
            .getFirst();
    assertThat(sent.get("spec"))
        .isEqualTo(
            CleaningTest.yaml("{template: {spec: {containers: [{name: \"{{.left.alone}}\"}]}}}"));
    assertThat(transforms.problems()).containsOnlyKeys("one", "two");
    assertThat(transforms.problems().getOrDefault("one", List.of()).getFirst().path())
        .isEqualTo("spec.remove[1]");
    assertThat(transforms.problems().getOrDefault("two", List.of()).getFirst().isError()).isFalse();
  }

  @Test
  void whatTheBindingNamesAndTheHubLacksIsReported() {
    LivePlacement live = placement(PLAIN);
    BindingSpec binding = live.binding("p").orElseThrow();
    Wrapped wrapped =
        new Deliveries("p", binding, _ -> new Sight.Gone(), Transforms.NONE)
            .forCluster(EAST, Map.of(), Bounds.DEFAULT);
    assertThat(wrapped.works()).isEmpty();
    assertThat(wrapped.problems().keySet()).isEqualTo(BindingReferences.of(binding).keySet());
  }

  @Test
  void whatCannotBeReadStaysAsItWasSent() {
    LivePlacement live = placement(PLAIN);
    BindingSpec binding = live.binding("p").orElseThrow();
    Map<String, ManifestWorkSpec> existing = new HashMap<>();
    deliver(live, EAST, Transforms.NONE, Map.of())
        .works()
        .forEach(work -> existing.put(work.name(), work.spec()));
    Wrapped unread =
        new Deliveries("p", binding, _ -> new Sight.Unread(), Transforms.NONE)
            .forCluster(EAST, existing, Bounds.DEFAULT);
    assertThat(unread.works().getFirst().spec().manifests())
        .containsExactly(CleaningTest.yaml(PLAIN));
    assertThat(unread.problems().values().iterator().next().getFirst().code())
        .isEqualTo("object-unread");
    Wrapped gone =
        new Deliveries("p", binding, _ -> new Sight.Gone(), Transforms.NONE)
            .forCluster(EAST, existing, Bounds.DEFAULT);
    assertThat(gone.works()).isEmpty();
  }
}
