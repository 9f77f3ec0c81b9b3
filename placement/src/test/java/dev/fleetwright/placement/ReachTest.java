package dev.fleetwright.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.BindingSpec.Destination;
import dev.fleetwright.placement.kinds.BindingSpec.Workload;
import dev.fleetwright.placement.kinds.ClusterScopeDownsyncClause;
import dev.fleetwright.placement.kinds.DownsyncPolicyClause;
import dev.fleetwright.placement.kinds.LabelSelector;
import dev.fleetwright.placement.kinds.NamespaceScopeDownsyncClause;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a hub has to look at, and what it must not take for gone. */
class ReachTest {

  private static final ResourceType DEPLOYMENTS =
      new ResourceType("apps", "v1", "Deployment", "deployments", true);
  private static final ResourceType CONFIG_MAPS =
      new ResourceType("", "v1", "ConfigMap", "configmaps", true);
  private static final ResourceType NAMESPACES =
      new ResourceType("", "v1", "Namespace", "namespaces", false);
  private static final ResourceType EVENTS = new ResourceType("", "v1", "Event", "events", true);

  private static DownsyncPolicyClause clause(
      @Nullable String group,
      List<String> resources,
      List<String> namespaces,
      List<LabelSelector> namespaceSelectors,
      List<String> names) {
    return new DownsyncPolicyClause(
        group,
        resources,
        namespaces,
        namespaceSelectors,
        List.of(),
        names,
        null,
        List.of(),
        null,
        null);
  }

  private static List<ResourceType> reached(DownsyncPolicyClause... clauses) {
    BindingPolicySpec policy = new BindingPolicySpec(List.of(), List.of(clauses));
    return List.of(DEPLOYMENTS, CONFIG_MAPS, NAMESPACES, EVENTS).stream()
        .filter(type -> Reach.includes(policy, type))
        .toList();
  }

  @Test
  void groupsAndResourcesNarrowIt() {
    assertThat(reached(clause("apps", List.of(), List.of(), List.of(), List.of())))
        .containsExactly(DEPLOYMENTS);
    assertThat(reached(clause("", List.of(), List.of(), List.of(), List.of())))
        .containsExactly(CONFIG_MAPS, NAMESPACES);
    assertThat(reached(clause("*", List.of("configmaps"), List.of(), List.of(), List.of())))
        .containsExactly(CONFIG_MAPS);
    assertThat(
            reached(
                clause("apps", List.of("configmaps"), List.of(), List.of(), List.of()),
                clause(null, List.of("namespaces"), List.of(), List.of(), List.of())))
        .as("clauses are tested one by one")
        .containsExactly(NAMESPACES);
  }

  @Test
  void namesAndLabelsDoNotAndNothingReachesEvents() {
    assertThat(reached(clause(null, List.of(), List.of(), List.of(), List.of("x"))))
        .containsExactly(DEPLOYMENTS, CONFIG_MAPS, NAMESPACES);
    assertThat(reached(clause(null, List.of("*"), List.of(), List.of(), List.of())))
        .doesNotContain(EVENTS);
    assertThat(reached(clause(null, List.of(), List.of(), List.of(), List.of())))
        .as("a clause without test matches nothing")
        .isEmpty();
  }

  @Test
  void aNamespaceIsAskedForWhereOneIsNamed() {
    assertThat(reached(clause(null, List.of(), List.of("n"), List.of(), List.of())))
        .containsExactly(DEPLOYMENTS, CONFIG_MAPS);
    assertThat(reached(clause(null, List.of(), List.of("*"), List.of(), List.of())))
        .contains(NAMESPACES);
    LabelSelector labelled = LabelSelector.ofLabels(Map.of("a", "b"));
    assertThat(reached(clause(null, List.of(), List.of(), List.of(labelled), List.of())))
        .doesNotContain(NAMESPACES);
    assertThat(
            reached(
                clause(
                    null,
                    List.of(),
                    List.of(),
                    List.of(LabelSelector.ofLabels(Map.of())),
                    List.of())))
        .contains(NAMESPACES);
  }

  private static BindingSpec binding(String cluster, String... names) {
    return new BindingSpec(
        new Workload(
            List.of(
                new ClusterScopeDownsyncClause(
                    "", "v1", "namespaces", "n", "1", null, List.of(), null, null)),
            List.of(names).stream()
                .map(name ->
                    new NamespaceScopeDownsyncClause(
                        name.startsWith("d") ? "apps" : "",
                        "v1",
                        name.startsWith("d") ? "deployments" : "configmaps",
                        "n",
                        name,
                        "1",
                        null,
                        List.of(),
                        null,
                        null))
                .toList()),
        List.of(new Destination(cluster)));
  }

  @Test
  void whatWasNotReadIsNotGone() {
    BindingSpec before = binding("old", "c1", "d1");
    BindingSpec made = binding("new", "d2");
    BindingSpec kept =
        BindingReferences.keepingUnread(
            made, before, (_, resource) -> !resource.equals("configmaps"));
    assertThat(BindingReferences.of(kept).keySet())
        .extracting(ObjectKey::name)
        .containsExactly("c1", "n", "d2");
    assertThat(kept.clusters()).containsExactly("new");
    assertThat(BindingReferences.keepingUnread(made, before, (_, _) -> true)).isEqualTo(made);
    assertThat(
            BindingReferences.of(BindingReferences.keepingUnread(made, null, (_, _) -> false))
                .keySet())
        .as("what nobody has read is not placed either")
        .isEmpty();
  }

  @Test
  void whatBelongsToTheHubIsNeverSent() {
    assertThat(NeverDownsynced.reason(new ObjectKey("", "namespaces", "", "fleetwright-system")))
        .isPresent();
    assertThat(NeverDownsynced.reason(new ObjectKey("", "secrets", "fleetwright-system", "s")))
        .isPresent();
    assertThat(
            NeverDownsynced.reason(
                new ObjectKey(
                    "apiextensions.k8s.io",
                    "customresourcedefinitions",
                    "",
                    "bindings.control.kubestellar.io")))
        .isPresent();
    assertThat(
            NeverDownsynced.reason(
                new ObjectKey(
                    "apiextensions.k8s.io", "customresourcedefinitions", "", "things.example.com")))
        .isEmpty();
    WorkloadObject mailbox =
        WorkloadObject.of(
            NAMESPACES,
            Map.of(
                "metadata",
                Map.of("name", "east", "labels", Map.of("fleetwright.dev/mailbox-of", "east"))));
    assertThat(NeverDownsynced.refusal(mailbox)).isPresent();
  }
}
