package dev.fleetwright.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.placement.StatusReturn.Write;
import dev.fleetwright.placement.kinds.BindingPolicySpec;
import dev.fleetwright.placement.kinds.BindingSpec;
import dev.fleetwright.placement.kinds.BindingSpec.Destination;
import dev.fleetwright.placement.kinds.BindingSpec.Workload;
import dev.fleetwright.placement.kinds.DownsyncPolicyClause;
import dev.fleetwright.placement.kinds.LabelSelector;
import dev.fleetwright.placement.kinds.NamespaceScopeDownsyncClause;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LivePlacementTest {

  private static final ResourceTypes TYPES = ResourceTypes.standard();

  private static Policy policy(String name, String region, DownsyncPolicyClause... clauses) {
    return new Policy(
        name,
        "",
        new BindingPolicySpec(
            List.of(LabelSelector.ofLabels(Map.of("region", region))), List.of(clauses)));
  }

  private static DownsyncPolicyClause byLabel(String value, boolean singleton) {
    return new DownsyncPolicyClause(
        null,
        List.of(),
        List.of(),
        List.of(),
        List.of(LabelSelector.ofLabels(Map.of("app", value))),
        List.of(),
        null,
        List.of(),
        singleton ? true : null,
        null);
  }

  private static DownsyncPolicyClause byNamespaceLabel(String value) {
    return new DownsyncPolicyClause(
        null,
        List.of(),
        List.of(),
        List.of(LabelSelector.ofLabels(Map.of("team", value))),
        List.of(),
        List.of(),
        null,
        List.of(),
        null,
        null);
  }

  private static WorkloadObject object(
      String kind, String namespace, String name, Map<String, String> labels) {
    Map<String, Object> metadata = new HashMap<>(Map.of("name", name, "labels", labels));
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    return WorkloadObject.of(
        TYPES.of("v1", kind), Map.of("apiVersion", "v1", "kind", kind, "metadata", metadata));
  }

  private static Cluster cluster(String name, String region) {
    return new Cluster(name, Map.of("region", region));
  }

  @Test
  void changesOneByOneInAnyOrderGiveWhatAFreshStartGives() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      LivePlacement live = new LivePlacement();
      Map<String, Policy> policies = new HashMap<>();
      Map<String, Cluster> clusters = new HashMap<>();
      Map<ObjectKey, WorkloadObject> objects = new HashMap<>();
      for (int step = 0; step < 80; step++) {
        String letter = String.valueOf((char) ('a' + random.nextInt(3)));
        String other = String.valueOf((char) ('a' + random.nextInt(3)));
        Map<String, BindingSpec> before = bindings(live);
        Set<String> changed =
            switch (random.nextInt(9)) {
              case 0, 1 -> {
                Policy policy =
                    policy(
                        letter,
                        other,
                        byLabel(other, random.nextBoolean()),
                        byNamespaceLabel(letter));
                policies.put(letter, policy);
                yield live.put(policy);
              }
              case 2 -> {
                policies.remove(letter);
                yield live.removePolicy(letter);
              }
              case 3, 4 -> {
                Cluster cluster = cluster("c" + letter, other);
                clusters.put(cluster.name(), cluster);
                yield live.put(cluster);
              }
              case 5 -> {
                clusters.remove("c" + letter);
                yield live.removeCluster("c" + letter);
              }
              case 6 -> {
                WorkloadObject namespace = object("Namespace", "", letter, Map.of("team", other));
                objects.put(namespace.key(), namespace);
                yield live.put(namespace);
              }
              case 7 -> {
                WorkloadObject config =
                    object("ConfigMap", letter, "n" + random.nextInt(4), Map.of("app", other));
                objects.put(config.key(), config);
                yield live.put(config);
              }
              default -> {
                List<ObjectKey> keys = new ArrayList<>(objects.keySet());
                Collections.sort(keys);
                if (keys.isEmpty()) {
                  yield Set.<String>of();
                }
                ObjectKey key = keys.get(random.nextInt(keys.size()));
                objects.remove(key);
                yield live.remove(key);
              }
            };
        Placement fresh =
            Placement.place(
                Policies.of(policies.values()),
                Inventory.of(clusters.values()),
                Objects.of(objects.values()));
        Map<String, BindingSpec> after = bindings(live);
        assertThat(after).as("seed %s, step %s", seed, step).isEqualTo(fresh.bindings());
        for (String name : policies.keySet()) {
          if (!changed.contains(name)) {
            assertThat(after.get(name)).isEqualTo(before.get(name));
          }
        }
        objects
            .keySet()
            .forEach(key -> {
              Singleton singleton = live.singleton(key);
              assertThat(fresh.singletons().get(key))
                  .isEqualTo(singleton.requested() ? singleton : null);
            });
      }
    }
  }

  private static Map<String, BindingSpec> bindings(LivePlacement live) {
    Map<String, BindingSpec> bindings = new HashMap<>();
    live.policies().forEach(name -> bindings.put(name, live.binding(name).orElseThrow()));
    return bindings;
  }

  @Test
  void aBindingIsNamedOnlyWhenItChanges() {
    LivePlacement live = new LivePlacement();
    live.put(policy("p", "eu", byLabel("x", false)));
    assertThat(live.put(policy("p", "eu", byLabel("x", false)))).isEmpty();
    assertThat(live.put(cluster("c", "us"))).isEmpty();
    assertThat(live.put(cluster("c", "eu"))).containsExactly("p");
    WorkloadObject object = object("ConfigMap", "n", "o", Map.of("app", "x"));
    assertThat(live.put(object)).containsExactly("p");
    assertThat(live.put(object)).isEmpty();
    assertThat(live.binding("p")).containsSame(live.binding("p").orElseThrow());
    assertThat(live.put(object("ConfigMap", "n", "o", Map.of("app", "y")))).containsExactly("p");
    assertThat(live.remove(object.key())).isEmpty();
    assertThat(live.remove(object.key())).isEmpty();
    assertThat(live.removeCluster("c")).containsExactly("p");
    assertThat(live.removeCluster("c")).isEmpty();
    assertThat(live.removePolicy("p")).containsExactly("p");
    assertThat(live.removePolicy("p")).isEmpty();
    assertThat(live.binding("p")).isEmpty();
  }

  @Test
  void aPolicyBrokenByAnEditKeepsItsLastGoodBinding() {
    LivePlacement live = new LivePlacement();
    live.put(cluster("c", "eu"));
    live.put(policy("p", "eu", byLabel("x", false)));
    BindingSpec good = live.binding("p").orElseThrow();
    DownsyncPolicyClause empty =
        new DownsyncPolicyClause(
            null, List.of(), List.of(), List.of(), List.of(), List.of(), null, List.of(), null,
            null);
    assertThat(live.put(policy("p", "us", empty))).isEmpty();
    assertThat(live.binding("p")).contains(good);
    assertThat(live.problems("p")).hasSize(1);
    assertThat(live.put(policy("new", "us", empty))).containsExactly("new");
    assertThat(live.binding("new").orElseThrow().destinations()).isEmpty();
    live.put(policy("p", "eu", byLabel("x", false)));
    assertThat(live.problems("p")).isEmpty();
  }

  @Test
  void aBindingThatNoPolicyMadeCountsForTheSingleton() {
    LivePlacement live = new LivePlacement();
    WorkloadObject object = object("ConfigMap", "n", "o", Map.of("app", "x"));
    live.put(object);
    live.put(cluster("c1", "eu"));
    live.put(policy("p", "eu", byLabel("x", true)));
    assertThat(live.singleton(object.key()).source()).contains("c1");
    NamespaceScopeDownsyncClause reference =
        new NamespaceScopeDownsyncClause(
            "", "v1", "configmaps", "n", "o", null, null, List.of(), true, null);
    live.putBinding(
        "own",
        new BindingSpec(
            new Workload(List.of(), List.of(reference)), List.of(new Destination("c2"))));
    assertThat(live.singleton(object.key()).qualified()).containsExactly("c1", "c2");
    assertThat(live.singleton(object.key()).source()).isEmpty();
    live.removeBinding("own");
    assertThat(live.singleton(object.key()).source()).contains("c1");
    assertThat(live.policiesOf(object.key())).containsExactly("p");
    assertThat(live.modulation("p", object.key()).orElseThrow().wantSingletonReportedState())
        .isTrue();
  }

  @Test
  void whySaysWhatMatchedOrWhatFailedFirst() {
    LivePlacement live = new LivePlacement();
    WorkloadObject object = object("ConfigMap", "n", "o", Map.of("app", "x"));
    WorkloadObject event = object("Event", "n", "e", Map.of("app", "x"));
    live.put(object);
    live.put(event);
    live.put(cluster("c1", "eu"));
    live.put(cluster("c2", "us"));
    DownsyncPolicyClause byName =
        new DownsyncPolicyClause(
            "apps",
            List.of("deployments"),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            List.of(),
            null,
            null);
    live.put(
        policy("p", "eu", byName, byLabel("y", false), byLabel("x", false), byNamespaceLabel("t")));
    ObjectVerdict verdict = live.why("p", object.key()).orElseThrow();
    assertThat(verdict.matched()).isTrue();
    assertThat(verdict.clauses().stream().map(ClauseVerdict::text))
        .containsExactly(
            "downsync[0].apiGroup failed: is the core group, wanted \"apps\"",
            "downsync[1].objectSelectors failed: label app is \"x\", wanted \"y\"",
            "downsync[2] matched: objectSelectors[0] (selects app=\"x\")",
            "downsync[3].namespaceSelectors failed: of the namespace, label team is not there,"
                + " wanted \"t\"");
    assertThat(live.why("p", event.key()).orElseThrow().refused()).contains("events tell");
    assertThat(live.why("p", "c1").orElseThrow())
        .isEqualTo(
            new ClusterVerdict(
                "p", "c1", true, List.of("clusterSelectors[0] selects region=\"eu\"")));
    assertThat(live.why("p", "c2").orElseThrow().because())
        .containsExactly("clusterSelectors[0] failed: label region is \"us\", wanted \"eu\"");
    assertThat(live.why("p", "nowhere")).isEmpty();
    assertThat(live.why("nobody", object.key())).isEmpty();
  }

  @Test
  void theVerdictAndTheBindingAgree() {
    Random random = new Random(7);
    LivePlacement live = new LivePlacement();
    for (int i = 0; i < 40; i++) {
      live.put(
          object(
              "ConfigMap",
              "n" + random.nextInt(3),
              "o" + i,
              Map.of("app", "v" + random.nextInt(4))));
      live.put(cluster("c" + i, "r" + random.nextInt(4)));
    }
    for (int i = 0; i < 8; i++) {
      String name = "p" + i;
      live.put(policy(name, "r" + random.nextInt(4), byLabel("v" + random.nextInt(5), false)));
      BindingSpec binding = live.binding(name).orElseThrow();
      for (int j = 0; j < 40; j++) {
        for (int n = 0; n < 3; n++) {
          ObjectKey key = new ObjectKey("", "configmaps", "n" + n, "o" + j);
          live.why(name, key)
              .ifPresent(verdict ->
                  assertThat(verdict.matched())
                      .isEqualTo(BindingReferences.of(binding).containsKey(key)));
        }
        assertThat(live.why(name, "c" + j).orElseThrow().selected())
            .isEqualTo(binding.clusters().contains("c" + j));
      }
    }
  }

  private static WorkloadObject with(
      Map<String, String> labels, Map<String, String> annotations, Object status) {
    Map<String, Object> content = new HashMap<>();
    content.put(
        "metadata",
        Map.of("name", "o", "namespace", "n", "labels", labels, "annotations", annotations));
    if (!status.equals("")) {
      content.put("status", status);
    }
    return WorkloadObject.of(TYPES.of("apps/v1", "Deployment"), content);
  }

  @Test
  void aReturnedStatusIsWrittenOnceAndTakenBackLater() {
    Map<String, Object> reported = Map.of("replicas", 1);
    Singleton one = Singleton.of(true, List.of("c1"));
    assertThat(StatusReturn.writes(with(Map.of(), Map.of(), ""), one, Optional.of(reported)))
        .containsExactly(
            new Write.Label(Singleton.EXECUTING_COUNT, "1"),
            new Write.Annotation(StatusReturn.RETURNED_FROM, "c1"),
            new Write.Status(reported));
    WorkloadObject returned =
        with(
            Map.of(Singleton.EXECUTING_COUNT, "1"),
            Map.of(StatusReturn.RETURNED_FROM, "c1"),
            reported);
    assertThat(StatusReturn.writes(returned, one, Optional.of(reported))).isEmpty();
    assertThat(
            StatusReturn.writes(
                returned, Singleton.of(true, List.of("c1", "c2")), Optional.of(reported)))
        .containsExactly(
            new Write.Label(Singleton.EXECUTING_COUNT, "2"),
            new Write.Status(null),
            new Write.Annotation(StatusReturn.RETURNED_FROM, null));
    assertThat(StatusReturn.writes(returned, Singleton.of(false, List.of()), Optional.empty()))
        .containsExactly(
            new Write.Label(Singleton.EXECUTING_COUNT, null),
            new Write.Status(null),
            new Write.Annotation(StatusReturn.RETURNED_FROM, null));
  }

  @Test
  void theStatusOfAnotherClusterOrOfSomebodyElseIsNotMistaken() {
    Singleton moved = Singleton.of(true, List.of("c2"));
    WorkloadObject returned =
        with(
            Map.of(Singleton.EXECUTING_COUNT, "1"),
            Map.of(StatusReturn.RETURNED_FROM, "c1"),
            Map.of("replicas", 1));
    assertThat(StatusReturn.writes(returned, moved, Optional.empty()))
        .containsExactly(
            new Write.Status(null), new Write.Annotation(StatusReturn.RETURNED_FROM, null));
    WorkloadObject foreign = with(Map.of(), Map.of(), Map.of("replicas", 9));
    assertThat(StatusReturn.writes(foreign, Singleton.of(false, List.of()), Optional.empty()))
        .isEmpty();
    WorkloadObject lying = with(Map.of(Singleton.EXECUTING_COUNT, "5"), Map.of(), "");
    assertThat(StatusReturn.writes(lying, Singleton.of(false, List.of()), Optional.empty()))
        .containsExactly(new Write.Label(Singleton.EXECUTING_COUNT, null));
  }
}
