package dev.fleetwright.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.status.kinds.AggregatorType;
import dev.fleetwright.status.kinds.CombinedField;
import dev.fleetwright.status.kinds.CombinedResult;
import dev.fleetwright.status.kinds.NamedExpression;
import dev.fleetwright.status.kinds.StatusCollectorSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CombinedStatusTest {

  private static final ObjectRef NGINX =
      new ObjectRef(
          "apps",
          "v1",
          "deployments",
          "nginx",
          "nginx-deployment",
          "0990056b-ccbc-4c46-b0fe-366ef3a2de5e");

  private static final StatusCollectorSpec COUNT =
      new StatusCollectorSpec(
          null,
          List.of(),
          List.of(new CombinedField("count", AggregatorType.COUNT, null)),
          List.of(),
          10L);

  private final CollectorLibrary library = new CollectorLibrary();

  private LiveCombination combination(ObjectRef object) {
    return new LiveCombination(
        CombinedStatus.nameOf(object.uid(), "332d2c17-7b55-44f6-9a6e-21445523c808"),
        object,
        "nginx-bindingpolicy",
        library);
  }

  @Test
  void isNamedAndLabelledAsInTheSpecification() {
    library.put("count-wecs", COUNT);
    LiveCombination combination = combination(NGINX);
    combination.collectors(List.of("count-wecs"));
    combination.put(new Row("cluster1", Map.of(), Map.of(), null));
    combination.put(new Row("cluster2", Map.of(), Map.of(), null));
    CombinedStatus status = combination.status();
    assertThat(status.name())
        .isEqualTo("0990056b-ccbc-4c46-b0fe-366ef3a2de5e.332d2c17-7b55-44f6-9a6e-21445523c808");
    assertThat(status.namespace()).isEqualTo("nginx");
    assertThat(status.labels())
        .isEqualTo(
            Map.of(
                "status.kubestellar.io/api-group", "apps",
                "status.kubestellar.io/binding-policy", "nginx-bindingpolicy",
                "status.kubestellar.io/name", "nginx-deployment",
                "status.kubestellar.io/namespace", "nginx",
                "status.kubestellar.io/resource", "deployments"));
    assertThat(status.annotations()).containsEntry("fleetwright.dev/reported", "2 of 2");
    assertThat(status.results()).hasSize(1);
    assertThat(status.results().getFirst().rows().getFirst().columns().getFirst().number())
        .isEqualTo("2");
  }

  @Test
  void objectsWithoutANamespaceAreReportedInANamespaceOfTheirOwn() {
    CombinedStatus status =
        combination(new ObjectRef("", "v1", "namespaces", "", "web", "u")).status();
    assertThat(status.namespace()).isEqualTo("kubestellar-report");
    assertThat(status.labels())
        .containsEntry("status.kubestellar.io/namespace", "")
        .containsEntry("status.kubestellar.io/api-group", "");
  }

  @Test
  void namesThatAreNoLabelValuesAreKeptWholeInAnAnnotation() {
    String role = "system:controller:" + "x".repeat(80);
    CombinedStatus status =
        combination(new ObjectRef("rbac.authorization.k8s.io", "v1", "clusterroles", "", role, "u"))
            .status();
    String label = String.valueOf(status.labels().get(CombinedStatus.NAME));
    assertThat(label).hasSizeLessThanOrEqualTo(63).matches("[A-Za-z0-9][-A-Za-z0-9_.]*[A-Za-z0-9]");
    assertThat(status.annotations()).containsEntry(CombinedStatus.NAME, role);
    assertThat(LabelValue.of(role + "y")).isNotEqualTo(label);
    assertThat(LabelValue.of("::")).matches("[0-9a-f]{10}");
  }

  @Test
  void aCollectorThatComesLateStartsFromTheRowsThatAreThere() {
    LiveCombination combination = combination(NGINX);
    combination.collectors(List.of("late", "early"));
    library.put("early", COUNT);
    combination.put(new Row("c1", Map.of(), Map.of("availableReplicas", 1), null));
    combination.put(new Row("c2", Map.of(), Map.of("availableReplicas", 1), null));
    CombinedResult missing = combination.status().results().getLast();
    assertThat(missing.name()).isEqualTo("late");
    assertThat(missing.rows()).isEmpty();
    assertThat(missing.aggregationErrors().getFirst().error()).contains("no StatusCollector");
    library.put(
        "late",
        new StatusCollectorSpec(
            null,
            List.of(),
            List.of(
                new CombinedField("sum", AggregatorType.SUM, "returned.status.availableReplicas")),
            List.of(),
            null));
    CombinedResult there = combination.status().results().getLast();
    assertThat(there.aggregationErrors()).isEmpty();
    assertThat(there.rows().getFirst().columns().getFirst().number()).isEqualTo("2");
  }

  @Test
  void aCollectorBrokenByAnEditKeepsItsLastGoodResult() {
    library.put("it", COUNT);
    LiveCombination combination = combination(NGINX);
    combination.collectors(List.of("it"));
    combination.put(new Row("c1", Map.of(), Map.of(), null));
    List<CombinedResult.ResultRow> before = combination.status().results().getFirst().rows();
    StatusCollectorSpec broken =
        new StatusCollectorSpec("obj.spec ==", List.of(), COUNT.combinedFields(), List.of(), null);
    assertThat(library.put("it", broken)).hasSize(1);
    assertThat(Collector.errors(library.problems("it")).getFirst())
        .contains("obj.spec ==")
        .contains("^");
    CombinedResult after = combination.status().results().getFirst();
    assertThat(after.rows()).isEqualTo(before);
    assertThat(after.aggregationErrors().getFirst().columnName()).isEqualTo("filter");
    combination.put(new Row("c2", Map.of(), Map.of(), null));
    assertThat(combination.status().results().getFirst().rows()).isNotEqualTo(before);
  }

  @Test
  void aNewGenerationIsCompiledOnceAndUsed() {
    library.put("it", COUNT);
    Collector first = library.find("it").orElseThrow();
    library.put("it", COUNT);
    assertThat(library.find("it")).containsSame(first);
    LiveCombination combination = combination(NGINX);
    combination.collectors(List.of("it"));
    combination.put(new Row("c1", Map.of(), Map.of(), null));
    combination.status();
    library.put(
        "it",
        new StatusCollectorSpec(
            null,
            List.of(),
            List.of(),
            List.of(new NamedExpression("wec", "inventory.name")),
            null));
    assertThat(combination.status().results().getFirst().columnNames()).containsExactly("wec");
    assertThat(
            combination
                .status()
                .results()
                .getFirst()
                .rows()
                .getFirst()
                .columns()
                .getFirst()
                .string())
        .isEqualTo("c1");
    assertThat(library.remove("it")).isTrue();
    assertThat(library.remove("it")).isFalse();
    assertThat(combination.status().results().getFirst().rows()).isEmpty();
  }

  @Test
  void rowsFollowTheBinding() {
    library.put("it", COUNT);
    LiveCombination combination = combination(NGINX);
    combination.collectors(List.of("it"));
    combination.put(new Row("c1", Map.of(), Map.of(), null));
    combination.put(Row.unreported("c2", Map.of()));
    assertThat(combination.status().annotations()).containsEntry(CombinedStatus.REPORTED, "1 of 2");
    assertThat(combination.put(new Row("c1", Map.of(), Map.of("x", 1), null))).isFalse();
    assertThat(combination.retain(Set.of("c2"))).isTrue();
    assertThat(combination.retain(Set.of("c2"))).isFalse();
    assertThat(combination.remove("c1")).isFalse();
    assertThat(combination.status().annotations()).containsEntry(CombinedStatus.REPORTED, "0 of 1");
    assertThat(combination.readsTime()).isFalse();
    combination.collectors(List.of());
    assertThat(combination.status().results()).isEmpty();
  }

  @Test
  void resultsAreInTheOrderOfTheirNames() {
    library.put("b", COUNT);
    library.put("a", COUNT);
    LiveCombination combination = combination(NGINX);
    combination.collectors(List.of("b", "a"));
    assertThat(combination.status().results())
        .extracting(CombinedResult::name)
        .containsExactly("a", "b");
  }
}
