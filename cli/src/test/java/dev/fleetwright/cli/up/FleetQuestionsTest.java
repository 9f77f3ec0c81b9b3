package dev.fleetwright.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.cli.CliRun;
import dev.fleetwright.cli.terminal.Machine;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people ask a fleet on the command line: why, status, top, events, plan, returned. */
class FleetQuestionsTest {

  private static final String NGINX =
      """
      apiVersion: v1
      kind: Namespace
      metadata: {name: web, labels: {app: nginx}}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: nginx, namespace: web, labels: {app: nginx}}
      spec:
        replicas: 1
        selector: {matchLabels: {app: nginx}}
        template:
          metadata: {labels: {app: nginx}}
          spec: {containers: [{name: nginx, image: nginx}]}
      ---
      apiVersion: control.kubestellar.io/v1alpha1
      kind: StatusCollector
      metadata: {name: replicas}
      spec:
        select: [{name: cluster, def: inventory.name}, {name: available, def: returned.status.availableReplicas}]
        limit: 20
      ---
      apiVersion: control.kubestellar.io/v1alpha1
      kind: BindingPolicy
      metadata: {name: nginx}
      spec:
        clusterSelectors: [{matchLabels: {name: cluster1}}, {matchLabels: {name: cluster2}}]
        downsync:
          - {objectSelectors: [{matchLabels: {app: nginx}}], statusCollectors: [replicas]}
      ---
      apiVersion: control.kubestellar.io/v1alpha1
      kind: BindingPolicy
      metadata: {name: other}
      spec:
        clusterSelectors: [{matchLabels: {name: cluster1}}]
        downsync:
          - {objectSelectors: [{matchLabels: {app: other}}], namespaces: [web]}
      """;

  @TempDir static Path folder;
  private static PlacementBed bed;

  @BeforeAll
  static void start() throws Exception {
    bed = PlacementBed.start(folder.resolve("data"));
    SampleGame.apply(bed.hub());
    bed.apply(NGINX);
    PlacementBed.await("the world runs", () -> DemoState.read(bed.hub()).isDone(3));
    PlacementBed.await(
        "the object is everywhere", () -> ask("why", "deployment/nginx").out().startsWith("✓"));
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  @Test
  void anObjectThatIsPlacedIsExplainedFromItsPolicyToItsStatus() {
    CliRun why = ask("why", "deploy/nginx", "-n", "web");
    assertThat(why.exitCode()).as(why.err()).isZero();
    assertThat(why.out())
        .contains("✓ Deployment web/nginx is in order at 2 of 2 clusters")
        .contains("policy nginx takes it")
        .contains("to cluster1:")
        .contains("not to cluster3:")
        .contains("policy other does not take it: downsync[0].objectSelectors failed")
        .contains("Applied is True")
        .contains("cluster = cluster2, available = 1");
    assertThat(ask("why", "deployments.apps/nginx", "-o", "json").out())
        .contains("\"text\" : \"Deployment web/nginx is in order at 2 of 2 clusters\"");
    assertThat(ask("why", "deployment/physics").out())
        .as("objects of a world are not in the hub")
        .contains("of world " + SampleGame.WORLD)
        .contains("is in order at 3 of 3 clusters");
  }

  @Test
  void anObjectThatNobodyTakesSaysWhyNot() {
    bed.apply(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: lonely, namespace: web, labels: {app: nobody}}
        """);
    CliRun why = ask("why", "cm/lonely");
    assertThat(why.exitCode()).as("nothing is wrong with it").isZero();
    assertThat(why.out())
        .contains("goes nowhere: no BindingPolicy takes it")
        .contains("objectSelectors failed")
        .contains("to do: give the object the labels");
  }

  @Test
  void wordsThatMeanNothingAreAnsweredWithWhatThereIs() {
    assertThat(ask("why", "nonsense/x").err()).contains("the server knows no kind nonsense");
    assertThat(ask("why", "deployment/x").err()).contains("there is no Deployment x");
    assertThat(ask("why", "deployment/nginx", "-n", "default").err())
        .contains("there is no Deployment nginx in default");
    assertThat(ask("why", "cm/kube-root-ca.crt").err()).contains("there are several");
    assertThat(ask("why", "world/none").err()).contains("there is no world none");
    assertThat(ask("returned", "deployment/x").err())
        .contains("no cluster has reported deployment/x")
        .contains("Reported as deployment: interaction, nginx, physics, time-source");
    assertThat(ask("returned", "nonsense/x").err())
        .contains("No nonsense at all is reported; the kinds are ConfigMap, Deployment");
    assertThat(ask("returned", "deployment/nginx", "--clusters", "name=none").err())
        .contains("no cluster has the labels name=none");
    assertThat(ask("returned", "deployment/nginx", "--clusters", "a b c").err())
        .contains("the API server refuses");
    assertThat(ask("wait", "release/none").err()).contains("there is no release none");
    assertThat(ask("cluster", "cut-off", "none").err()).contains("there is no cluster none");
    assertThat(ask("wait", "world/" + SampleGame.WORLD, "--for", "Bliss").exitCode()).isEqualTo(2);
    assertThat(ask("wait", "cluster/cluster1", "--for", "Bliss").exitCode()).isEqualTo(2);
    CliRun late = ask("wait", "world/" + SampleGame.WORLD, "--for", "Stopped", "--timeout", "1");
    assertThat(late.exitCode()).isEqualTo(1);
    assertThat(late.err()).contains("1 s are over").contains("Next: fleetwright why world/");
  }

  @Test
  void theFleetAtAGlanceInEveryForm() {
    assertThat(ask("status", "-A").out()).contains("✓ Running").contains("3/3");
    assertThat(ask("status", "-n", "anvil-demo", "-o", "name").out())
        .isEqualTo("world/" + SampleGame.WORLD + "\n");
    assertThat(ask("status", "-n", "none").out()).contains("there are no worlds");
    assertThat(ask("status", "-n", "a", "-A").exitCode()).as("one or the other").isEqualTo(2);
    assertThat(ask("status", "--releases", "-o", "name").out())
        .isEqualTo("release/interaction-1.0.0\nrelease/physics-1.0.0\nrelease/time-source-1.0.0\n");
    assertThat(ask("status", "--releases", "-o", "json").out())
        .contains("\"current\" : \"physics-1.0.0\"");
    assertThat(ask("top").out()).contains("cluster1").contains("OBJECTS");
    assertThat(ask("top", "--limit", "1", "-o", "name").out().lines()).hasSize(1);
    assertThat(ask("events", "--for", "world/" + SampleGame.WORLD, "--reason", "Delivered").out())
        .contains("Delivered")
        .doesNotContain("BindingsResolved");
    assertThat(ask("events", "-n", "anvil-demo", "-o", "name").out()).contains("event/");
    assertThat(ask("events", "--type", "Bliss").exitCode()).isEqualTo(2);
    CliRun none = ask("events", "--for", "world/none", "-o", "json");
    assertThat(none.out()).as("a program can read it").isEqualTo("[ ]\n");
    assertThat(none.err()).contains("no events");
  }

  @Test
  void topOfANamespaceHasTheClustersAndObjectsOfItsWorldsAndOfWhatIsPlacedFromIt() {
    assertThat(ask("top", "-A", "-o", "name").out())
        .isEqualTo(ask("top", "-o", "name").out())
        .contains("cluster/cluster3");
    assertThat(objects("top", "-n", "anvil-demo"))
        .isEqualTo(Map.of("cluster1", 9, "cluster2", 9, "cluster3", 9));
    assertThat(objects("top", "--namespace", "web"))
        .as("the Deployment; the policy has no cluster3, and the Namespace is in none")
        .isEqualTo(Map.of("cluster1", 1, "cluster2", 1));
    assertThat(ask("top", "-n", "none").out())
        .isEqualTo("no cluster has anything of namespace none\n");
    assertThat(ask("top", "-n", "web", "-A").exitCode()).as("one or the other").isEqualTo(2);
  }

  private static Map<String, Integer> objects(String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.addAll(List.of("-o", "json"));
    Map<String, Integer> objects = new TreeMap<>();
    if (Machine.fromJson(ask(all.toArray(String[]::new)).out()) instanceof List<?> rows) {
      rows.forEach(row -> {
        if (row instanceof Map<?, ?> map) {
          objects.put(String.valueOf(map.get("cluster")), (Integer) map.get("objects"));
        }
      });
    }
    return objects;
  }

  @Test
  void aShortNameIsUnderstoodAndAnotherNamespaceIsNamed() {
    assertThat(ask("returned", "deploy/nginx", "-o", "name").out().lines()).hasSize(2);
    assertThat(ask("returned", "Deployments.apps/nginx", "-n", "web").exitCode()).isZero();
    assertThat(ask("returned", "deployment/nginx", "-n", "default").err())
        .contains("no cluster has reported deployment/nginx in default")
        .contains("It is reported in other namespaces: web");
  }

  @Test
  void aPlanAsksTheClustersAndWritesNothing() throws Exception {
    bed.awaitQuiet("nginx");
    Map<String, String> before = versions();
    CliRun broken = ask("plan", "-f", "../examples/tour/4-broken-requirement.yaml");
    assertThat(broken.exitCode()).as(broken.out()).isEqualTo(1);
    assertThat(broken.out()).contains("~ ModuleManifest").contains("time.source ^2.0.0");
    CliRun release = ask("plan", "-f", "../examples/tour/1-new-release.yaml");
    assertThat(release.exitCode()).as(release.err()).isZero();
    assertThat(release.err()).doesNotContain("could not be asked");
    assertThat(release.out())
        .contains("metadata.labels.app.kubernetes.io/version")
        .contains("spec.template.spec.containers[0].image")
        .contains("releases +0 ~1 -0; objects +0 ~2 -0");
    Path world = Files.writeString(folder.resolve("world.yaml"), SECOND_WORLD);
    CliRun second = ask("plan", "-f", world.toString());
    assertThat(second.out()).contains("+ Namespace").contains("objects +27 ~0 -0");
    assertThat(second.out()).containsOnlyOnce("world anvil-demo/second: releases at cluster1\n");
    // What swarms note of their own statuses has its own time.
    Map<String, String> after = versions();
    before.keySet().removeIf(name -> name.contains(" swarmrecords "));
    after.keySet().removeIf(name -> name.contains(" swarmrecords "));
    assertThat(after).isEqualTo(before);
  }

  @Test
  void aClusterThatDoesNotAnswerIsPlannedFromItsWorks() throws Exception {
    String known = Files.readString(bed.kubeconfig());
    Path file =
        Files.writeString(
            folder.resolve("cut.kubeconfig"),
            known.replaceAll(
                "https://127\\.0\\.0\\.1:[0-9]+/clusters/cluster2\\b",
                "https://127.0.0.1:1/clusters/cluster2"));
    assertThat(file).content().isNotEqualTo(known);
    Path world = Files.writeString(folder.resolve("cut.yaml"), SECOND_WORLD);
    CliRun plan = CliRun.of("plan", "-f", world.toString(), "--kubeconfig", file.toString());
    assertThat(plan.err()).contains("1 clusters could not be asked (cluster2)");
    assertThat(plan.out())
        .contains("objects at cluster2")
        .contains("objects +27 ~0 -0")
        .doesNotContain("refused");
  }

  private static final String SECOND_WORLD =
      """
      apiVersion: game.platform/v1alpha1
      kind: WorldInstance
      metadata: {name: second, namespace: anvil-demo}
      spec: {gameRef: {name: anvil-sample}, worldId: second, region: local, desiredState: Running}
      """;

  /** Of all objects of the hub and of a cluster. */
  private static Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    note(bed.hub(), "hub", versions);
    note(bed.cluster("cluster1"), "cluster1", versions);
    assertThat(versions).hasSizeGreaterThan(50);
    return versions;
  }

  private static void note(KubernetesClient client, String where, Map<String, String> versions) {
    List<String> groups = new ArrayList<>(List.of("v1"));
    for (APIGroup group : client.getApiGroups().getGroups()) {
      groups.add(group.getPreferredVersion().getGroupVersion());
    }
    for (String group : groups) {
      for (APIResource resource : client.getApiResources(group).getResources()) {
        if (!resource.getName().contains("/") && resource.getVerbs().contains("list")) {
          client
              .genericKubernetesResources(group, resource.getKind())
              .inAnyNamespace()
              .list()
              .getItems()
              .forEach(object ->
                  versions.put(
                      where
                          + " "
                          + resource.getName()
                          + " "
                          + object.getMetadata().getNamespace()
                          + "/"
                          + object.getMetadata().getName(),
                      object.getMetadata().getResourceVersion()));
        }
      }
    }
  }

  private static CliRun ask(String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.add("--kubeconfig");
    all.add(bed.kubeconfig().toString());
    return CliRun.of(all.toArray(String[]::new));
  }
}
