package dev.fleetwright.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.fleetwright.apiserver.simulator.WorkloadSimulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Workloads of a logical cluster behave as if nodes ran them. */
class WorkloadsTest {
  private static final String NS = "/namespaces/default";
  private static final String PODS = "/api/v1" + NS + "/pods";
  private static WorkloadSimulator simulator;

  private final Client client = Shared.fresh();

  @BeforeAll
  static void start() {
    simulator = WorkloadSimulator.start(Shared.server().local(), Duration.ofMillis(50));
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private static String workload(String kind, String more, String annotations) {
    return ("{'apiVersion':'apps/v1','kind':'%s','metadata':{'name':'web','annotations':{%s}},"
            + "'spec':{%s'selector':{'matchLabels':{'app':'web'}},'template':{'metadata':"
            + "{'labels':{'app':'web'}},'spec':{'containers':[{'name':'c','image':'nginx:1',"
            + "'ports':[{'name':'http','containerPort':8080}]}]}}}}")
        .formatted(kind, annotations, more);
  }

  private static String path(String plural) {
    return "/apis/apps/v1" + NS + "/" + plural;
  }

  private List<JsonNode> pods() {
    var pods = new ArrayList<JsonNode>();
    client.get(PODS).expect(200).body().path("items").forEach(pods::add);
    return pods;
  }

  private Set<String> podNames() {
    var names = new TreeSet<String>();
    pods().forEach(pod -> names.add(pod.at("/metadata/name").asText()));
    return names;
  }

  private long ready() {
    return pods().stream().filter(pod -> pod.toString().contains("\"ready\":true")).count();
  }

  private void eventually(String at, String pointer, String value) throws InterruptedException {
    Eventually.holds(() -> client.get(at).text(pointer).equals(value));
  }

  @Test
  void aDeploymentMakesPodsAndRollsOutChanges() throws Exception {
    client.post(path("deployments"), workload("Deployment", "'replicas':3,", "")).expect(201);
    eventually(path("deployments") + "/web", "/status/availableReplicas", "3");
    assertThat(pods()).hasSize(3).allMatch(p -> p.at("/status/podIP").asText().startsWith("10."));
    assertThat(pods().getFirst().at("/metadata/ownerReferences/0/kind").asText())
        .isEqualTo("ReplicaSet");
    Set<String> before = podNames();
    String image = "{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'nginx:2'}]}}}}";
    client.patch(path("deployments") + "/web", "strategic-merge", image).expect(200);
    Eventually.holds(() -> {
      JsonNode live = client.get(path("deployments") + "/web").body();
      assertThat(live.at("/status/availableReplicas").asInt()).isGreaterThanOrEqualTo(2);
      return live.at("/status/observedGeneration").asInt() == 2
          && live.at("/status/updatedReplicas").asInt() == 3
          && live.at("/status/replicas").asInt() == 3
          && live.at("/status/availableReplicas").asInt() == 3;
    });
    assertThat(podNames()).hasSize(3).doesNotContainAnyElementsOf(before);
    assertThat(client.get(path("replicasets")).body().path("items")).hasSize(2);
    client.delete(path("deployments") + "/web").expect(200);
    Eventually.holds(() -> pods().isEmpty());
    assertThat(client.get(path("replicasets")).body().path("items")).isEmpty();
  }

  @Test
  void aPodThatIsReadyCountsAfterItsTime() throws Exception {
    String spec = "'replicas':2,'minReadySeconds':1,";
    client.post(path("deployments"), workload("Deployment", spec, "")).expect(201);
    eventually(path("deployments") + "/web", "/status/availableReplicas", "2");
    String change =
        "{'spec':{'minReadySeconds':3600,'template':{'spec':{'containers':[{'name':'c',"
            + "'image':'nginx:2'}]}}}}";
    client.patch(path("deployments") + "/web", "strategic-merge", change).expect(200);
    // The new pod is ready and waits for its hour, so that no old one may go.
    eventually(path("deployments") + "/web", "/status/readyReplicas", "3");
    JsonNode status = client.get(path("deployments") + "/web").body().path("status");
    assertThat(status.path("availableReplicas").asInt()).isEqualTo(2);
    assertThat(status.path("updatedReplicas").asInt()).isEqualTo(1);
  }

  @Test
  void recreateStopsAllBeforeItStartsAny() throws Exception {
    String spec = "'replicas':2,'strategy':{'type':'Recreate'},";
    client.post(path("deployments"), workload("Deployment", spec, "")).expect(201);
    eventually(path("deployments") + "/web", "/status/availableReplicas", "2");
    Set<String> before = podNames();
    try (var watch = client.watch(PODS + "?watch=true&resourceVersion=" + version())) {
      String image = "{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'x:2'}]}}}}";
      client.patch(path("deployments") + "/web", "strategic-merge", image).expect(200);
      int left = 2;
      while (left > 0) {
        JsonNode event = watch.next();
        assertThat(event.path("type").asText()).isNotEqualTo("ADDED");
        left -= event.path("type").asText().equals("DELETED") ? 1 : 0;
      }
    }
    eventually(path("deployments") + "/web", "/status/availableReplicas", "2");
    assertThat(podNames()).doesNotContainAnyElementsOf(before);
  }

  private String version() {
    return client.get(PODS).text("/metadata/resourceVersion");
  }

  @Test
  void aCrashingChangeDoesNotTakeTheOldPodsDown() throws Exception {
    client.post(path("deployments"), workload("Deployment", "'replicas':2,", "")).expect(201);
    eventually(path("deployments") + "/web", "/status/availableReplicas", "2");
    String change =
        "{'spec':{'progressDeadlineSeconds':1,'template':{'metadata':{'annotations':"
            + "{'simulator.fleetwright.dev/fault':'crash'}}}}}";
    client.patch(path("deployments") + "/web", "merge", change).expect(200);
    Eventually.holds(
        () -> client.get(PODS).body().toString().contains("\"reason\":\"CrashLoopBackOff\""));
    Eventually.holds(() ->
        client
            .get(path("deployments") + "/web")
            .body()
            .toString()
            .contains("ProgressDeadlineExceeded"));
    assertThat(client.get(path("deployments") + "/web").text("/status/availableReplicas"))
        .isEqualTo("2");
  }

  @Test
  void faultsComeAndGoByAnnotation() throws Exception {
    client
        .post(
            path("deployments"),
            workload("Deployment", "", "'simulator.fleetwright.dev/fault':'never-ready'"))
        .expect(201);
    Eventually.holds(() -> pods().size() == 1 && pods().toString().contains("Running"));
    assertThat(ready()).isZero();
    client
        .patch(
            path("deployments") + "/web",
            "merge",
            "{'metadata':{'annotations':{'simulator.fleetwright.dev/fault':null}}}")
        .expect(200);
    Eventually.holds(() -> ready() == 1);
    eventually(path("deployments") + "/web", "/status/availableReplicas", "1");
  }

  @Test
  void aStatefulSetCountsItsPods() throws Exception {
    String spec =
        "'replicas':3,'serviceName':'web','volumeClaimTemplates':[{'metadata':{'name':'data'},"
            + "'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}],";
    client.post(path("statefulsets"), workload("StatefulSet", spec, "")).expect(201);
    eventually(path("statefulsets") + "/web", "/status/readyReplicas", "3");
    assertThat(podNames()).containsExactly("web-0", "web-1", "web-2");
    eventually("/api/v1" + NS + "/persistentvolumeclaims/data-web-2", "/status/phase", "Bound");
    String image = "{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'x:2'}]}}}}";
    client.patch(path("statefulsets") + "/web", "strategic-merge", image).expect(200);
    Eventually.holds(() -> {
      JsonNode status = client.get(path("statefulsets") + "/web").body().path("status");
      return status.path("updatedReplicas").asInt() == 3
          && status.path("readyReplicas").asInt() == 3
          && status.path("currentRevision").equals(status.path("updateRevision"));
    });
    client
        .patch(path("statefulsets") + "/web/scale", "merge", "{'spec':{'replicas':1}}")
        .expect(200);
    Eventually.holds(() -> podNames().equals(Set.of("web-0")));
  }

  @Test
  void aDaemonSetRunsOnEachNode() throws Exception {
    for (String node : List.of("n1", "n2")) {
      client
          .post(
              "/api/v1/nodes",
              "{'apiVersion':'v1','kind':'Node','metadata':{'name':'%s'}}".formatted(node))
          .expect(201);
    }
    client.post(path("daemonsets"), workload("DaemonSet", "", "")).expect(201);
    eventually(path("daemonsets") + "/web", "/status/numberReady", "2");
    assertThat(pods()).extracting(p -> p.at("/spec/nodeName").asText()).contains("n1", "n2");
    Set<String> uids = new TreeSet<>();
    pods().forEach(p -> uids.add(p.at("/metadata/uid").asText()));
    String image = "{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'x:2'}]}}}}";
    client.patch(path("daemonsets") + "/web", "strategic-merge", image).expect(200);
    Eventually.holds(() -> {
      JsonNode status = client.get(path("daemonsets") + "/web").body().path("status");
      return status.path("updatedNumberScheduled").asInt() == 2
          && status.path("numberReady").asInt() == 2
          && status.path("observedGeneration").asInt() == 2;
    });
    assertThat(pods()).noneMatch(p -> uids.contains(p.at("/metadata/uid").asText()));
  }

  @Test
  void aJobEndsWellOrBadly() throws Exception {
    String jobs = "/apis/batch/v1" + NS + "/jobs";
    String job =
        "{'apiVersion':'batch/v1','kind':'Job','metadata':{'name':'%s','annotations':{%s}},'spec':"
            + "{'completions':3,'parallelism':2,'backoffLimit':1,'template':{'spec':"
            + "{'restartPolicy':'Never','containers':[{'name':'c','image':'x'}]}}}}";
    client.post(jobs, job.formatted("good", "")).expect(201);
    eventually(jobs + "/good", "/status/succeeded", "3");
    Eventually.holds(
        () -> client.get(jobs + "/good").body().toString().contains("\"type\":\"Complete\""));
    client
        .post(jobs, job.formatted("bad", "'simulator.fleetwright.dev/fault':'crash'"))
        .expect(201);
    Eventually.holds(
        () -> client.get(jobs + "/bad").body().toString().contains("BackoffLimitExceeded"));
  }

  @Test
  void endpointsFollowThePods() throws Exception {
    client
        .post(
            "/api/v1" + NS + "/services",
            "{'apiVersion':'v1','kind':'Service','metadata':{'name':'web'},'spec':{'selector':"
                + "{'app':'web'},'ports':[{'port':80,'targetPort':'http'}]}}")
        .expect(201);
    client.post(path("deployments"), workload("Deployment", "'replicas':2,", "")).expect(201);
    String endpoints = "/api/v1" + NS + "/endpoints/web";
    Eventually.holds(() -> {
      JsonNode subset = client.get(endpoints).body().at("/subsets/0");
      return subset.path("addresses").size() == 2 && subset.at("/ports/0/port").asInt() == 8080;
    });
    client
        .patch(path("deployments") + "/web/scale", "merge", "{'spec':{'replicas':0}}")
        .expect(200);
    Eventually.holds(() -> client.get(endpoints).body().path("subsets").isEmpty());
    client.delete("/api/v1" + NS + "/services/web").expect(200);
    Eventually.holds(() -> client.get(endpoints).code() == 404);
  }

  @Test
  void aPodThatIsRemovedComesBack() throws Exception {
    client.post(path("replicasets"), workload("ReplicaSet", "'replicas':2,", "")).expect(201);
    eventually(path("replicasets") + "/web", "/status/readyReplicas", "2");
    String victim = podNames().iterator().next();
    String uid = client.get(PODS + "/" + victim).text("/metadata/uid");
    client.delete(PODS + "/" + victim).expect(200);
    Eventually.holds(() ->
        pods().size() == 2
            && pods().stream().noneMatch(p -> p.at("/metadata/uid").asText().equals(uid)));
  }
}
