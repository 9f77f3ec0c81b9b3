package dev.fleetwright.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fleetwright.documents.Node;
import dev.fleetwright.model.Problem;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.BindingSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs the case files: policies, clusters and objects to Bindings and singletons. */
class PlacingCasesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TestFactory
  Stream<DynamicTest> cases() {
    return Cases.in("placing").stream()
        .map(one -> DynamicTest.dynamicTest(one.name(), () -> run(one)));
  }

  private static void run(Cases.Case one) {
    String why = String.valueOf(one.why().plain());
    List<Policy> policies = new ArrayList<>();
    map(one.given(), "policies")
        .forEach((name, spec) ->
            policies.add(new Policy(name, "", JSON.convertValue(spec, BindingPolicySpec.class))));
    Placement placement =
        Placement.place(
            Policies.of(policies),
            Inventory.of(clusters(one.given())),
            Objects.of(objects(one.given())));
    Map<String, Object> actual = new LinkedHashMap<>();
    Map<String, Object> expected = new LinkedHashMap<>(map(one.expect(), ""));
    for (String part : expected.keySet()) {
      actual.put(part, part(part, placement));
    }
    if (!expected.containsKey("problems")) {
      assertThat(placement.problems()).as(why).isEmpty();
    }
    assertThat(JSON.valueToTree(actual).toPrettyString())
        .as(why)
        .isEqualTo(JSON.valueToTree(expected).toPrettyString());
  }

  private static Object part(String part, Placement placement) {
    Map<String, Object> values = new LinkedHashMap<>();
    switch (part) {
      case "objects" ->
          placement
              .bindings()
              .forEach((name, binding) -> values.put(name, inBindingOrder(binding)));
      case "clusters" ->
          placement.bindings().forEach((name, binding) -> values.put(name, binding.clusters()));
      case "binding" ->
          placement
              .bindings()
              .forEach((name, binding) -> values.put(name, JSON.valueToTree(binding)));
      case "problems" ->
          placement.problems().forEach((name, problems) -> values.put(name, plain(problems)));
      case "singletons" ->
          placement
              .singletons()
              .forEach((key, singleton) -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                singleton.executingCount().ifPresent(count -> fields.put("count", count));
                singleton.source().ifPresent(source -> fields.put("source", source));
                values.put(key.toString(), fields);
              });
      default -> throw new IllegalStateException("a case cannot expect " + part);
    }
    return values;
  }

  /** Namespaced objects first, since most cases are about them. */
  private static List<String> inBindingOrder(BindingSpec binding) {
    return BindingReferences.of(binding).keySet().stream()
        .sorted(
            Comparator.comparing((ObjectKey key) -> !key.isNamespaced()).thenComparing(key -> key))
        .map(ObjectKey::toString)
        .toList();
  }

  private static List<Map<String, Object>> plain(List<Problem> problems) {
    List<Map<String, Object>> plain = new ArrayList<>();
    for (Problem problem : problems) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("code", problem.code());
      fields.put("path", problem.path());
      plain.add(fields);
    }
    return plain;
  }

  private static List<Cluster> clusters(Node given) {
    return list(given, "clusters").stream()
        .map(plain ->
            new Cluster(
                String.valueOf(plain.get("name")),
                JSON.convertValue(
                    plain.get("labels"), new TypeReference<Map<String, String>>() {})))
        .toList();
  }

  private static List<WorkloadObject> objects(Node given) {
    ResourceTypes types = ResourceTypes.standard();
    return list(given, "objects").stream()
        .map(content ->
            WorkloadObject.of(
                types.of(
                    String.valueOf(content.get("apiVersion")), String.valueOf(content.get("kind"))),
                content))
        .toList();
  }

  private static List<Map<String, Object>> list(Node node, String field) {
    return JSON.convertValue(
        Cases.part(node, field).plain(), new TypeReference<List<Map<String, Object>>>() {});
  }

  private static Map<String, Object> map(Node node, String field) {
    return JSON.convertValue(
        (field.isEmpty() ? node : Cases.part(node, field)).plain(),
        new TypeReference<Map<String, Object>>() {});
  }
}
