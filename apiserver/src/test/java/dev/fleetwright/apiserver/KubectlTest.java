package dev.fleetwright.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.apiserver.simulator.WorkloadSimulator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every everyday command of kubectl, as people have it. */
class KubectlTest {
  private static final String MANIFESTS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a}
      data: {k: v}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec:
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: c, image: nginx}]}
      """;

  private final String cluster = Shared.cluster();
  @TempDir private Path temp;
  private Kubectl kubectl;

  @BeforeEach
  void kubectlIsThere() {
    kubectl = new Kubectl(Shared.server(), cluster, temp);
  }

  @Test
  void createGetListDescribe() throws Exception {
    assertThat(kubectl.ok("create", "-f", kubectl.file(MANIFESTS)))
        .contains("configmap/a created", "deployment.apps/web created");
    assertThat(kubectl.run("create", "-f", kubectl.file(MANIFESTS)))
        .startsWith("exit 1")
        .contains("AlreadyExists");
    assertThat(kubectl.ok("get", "deploy,cm")).contains("READY").contains("0/1").contains("DATA");
    assertThat(kubectl.ok("get", "deploy", "web", "-o", "wide"))
        .contains("CONTAINERS", "IMAGES", "SELECTOR", "app=web");
    assertThat(kubectl.ok("get", "cm", "-A", "--field-selector=metadata.name=a"))
        .contains("NAMESPACE", "default");
    assertThat(kubectl.ok("get", "cm", "a", "-o", "yaml")).contains("k: v");
    assertThat(kubectl.ok("get", "all", "-o", "name")).contains("deployment.apps/web");
    assertThat(kubectl.ok("get", "cm", "--chunk-size=1", "-o", "name")).contains("configmap/a");
    assertThat(kubectl.ok("describe", "deploy", "web"))
        .contains("Replicas:", "StrategyType:", "RollingUpdate", "nginx");
    assertThat(kubectl.ok("describe", "cm", "a")).contains("Data", "k:");
    assertThat(kubectl.ok("describe", "ns", "default")).contains("Status:", "Active");
    assertThat(kubectl.run("get", "cm", "nope")).startsWith("exit 1").contains("NotFound");
  }

  @Test
  void aListIsReadItemByItem() throws Exception {
    String list =
        kubectl.file(
            """
            apiVersion: v1
            kind: List
            items:
            - {apiVersion: v1, kind: ConfigMap, metadata: {name: one, labels: {set: s}}, data: {a: b}}
            - {apiVersion: v1, kind: ConfigMap, metadata: {name: two, labels: {set: s}}, data: {a: c}}
            """);
    assertThat(kubectl.ok("create", "-f", list))
        .contains("configmap/one created", "configmap/two created");
    assertThat(kubectl.ok("apply", "--prune", "-l", "set=s", "-f", list))
        .contains("configmap/one configured");
    assertThat(kubectl.ok("replace", "-f", list)).contains("configmap/two replaced");
    assertThat(kubectl.ok("delete", "-f", list)).contains("configmap \"two\" deleted");
    String wrong =
        kubectl.file(
            """
            apiVersion: v1
            kind: List
            items:
            - {apiVersion: v1, kind: ConfigMap, metadata: {name: x}, dta: {}}
            """);
    assertThat(kubectl.run("create", "-f", wrong))
        .startsWith("exit 1")
        .contains("unknown field \"dta\"");
  }

  @Test
  void whatOnlyRealPodsHaveIsSaidSo() throws Exception {
    kubectl.ok("run", "p", "--image=busybox", "--restart=Never");
    assertThat(kubectl.ok("get", "pod", "p")).contains("RESTARTS");
    for (String[] asked :
        new String[][] {
          {"logs", "p"}, {"exec", "p", "--", "true"}, {"attach", "p"}, {"debug", "p", "--image=b"}
        }) {
      assertThat(kubectl.run(asked)).startsWith("exit 1").contains("pod p is simulated");
    }
    assertThat(kubectl.run("top", "pods")).contains("Metrics API not available");
  }

  @Test
  void applyAndDiff() throws Exception {
    String manifests = kubectl.file(MANIFESTS);
    String changed = kubectl.file(MANIFESTS.replace("image: nginx", "image: nginx:2"));
    assertThat(kubectl.ok("apply", "-f", manifests)).contains("created");
    assertThat(kubectl.ok("apply", "-f", manifests))
        .contains("configmap/a unchanged", "deployment.apps/web unchanged");
    assertThat(kubectl.run("diff", "-f", changed))
        .startsWith("exit 1")
        .contains("-      - image: nginx", "+      - image: nginx:2");
    assertThat(kubectl.ok("apply", "-f", changed)).contains("deployment.apps/web configured");
    assertThat(kubectl.run("diff", "-f", changed)).isEqualTo("exit 0\n");
    assertThat(kubectl.ok("apply", "-f", manifests, "--dry-run=server")).contains("dry run");
    assertThat(kubectl.ok("get", "deploy", "web", "-o", "yaml")).contains("nginx:2");
    assertThat(
            kubectl.ok(
                "apply",
                "-f",
                kubectl.file(MANIFESTS.substring(0, MANIFESTS.indexOf("---"))),
                "--prune",
                "--all",
                "--prune-allowlist=apps/v1/Deployment"))
        .contains("deployment.apps/web pruned");
  }

  @Test
  void applyServerSideWithConflictsAndMigration() throws Exception {
    String manifests = kubectl.file(MANIFESTS);
    kubectl.ok("apply", "-f", manifests);
    assertThat(kubectl.ok("apply", "--server-side", "-f", manifests))
        .contains("configmap/a serverside-applied");
    assertThat(kubectl.ok("get", "cm", "a", "-o", "yaml", "--show-managed-fields"))
        .contains("manager: kubectl", "operation: Apply")
        .doesNotContain("manager: kubectl-client-side-apply");
    String changed = kubectl.file(MANIFESTS.replace("k: v", "k: w"));
    assertThat(kubectl.run("apply", "--server-side", "--field-manager=other", "-f", changed))
        .startsWith("exit 1")
        .contains("conflict with \"kubectl\"", ".data.k");
    assertThat(
            kubectl.ok(
                "apply",
                "--server-side",
                "--field-manager=other",
                "--force-conflicts",
                "-f",
                changed))
        .contains("serverside-applied");
  }

  @Test
  void replacePatchEditLabelAnnotate() throws Exception {
    kubectl.ok("create", "-f", kubectl.file(MANIFESTS));
    assertThat(kubectl.ok("replace", "-f", kubectl.file(MANIFESTS.replace("k: v", "k: w"))))
        .contains("configmap/a replaced");
    kubectl.ok(
        "patch",
        "deploy",
        "web",
        "-p",
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"z\"}]}}}}");
    kubectl.ok("patch", "deploy", "web", "--type=merge", "-p", "{\"spec\":{\"replicas\":4}}");
    kubectl.ok(
        "patch",
        "deploy",
        "web",
        "--type=json",
        "-p",
        "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"by\":\"patch\"}}]");
    assertThat(
            kubectl.ok(
                "get",
                "deploy",
                "web",
                "-o",
                "jsonpath={.spec.replicas} {.spec.template.spec.containers[*].image}"
                    + " {.metadata.labels.by}"))
        .isEqualTo("4 z patch");
    Path editor = temp.resolve("editor");
    Files.writeString(editor, "#!/bin/sh\nsed -i 's/k: w/k: edited/' \"$1\"\n");
    assertThat(editor.toFile().setExecutable(true)).isTrue();
    assertThat(kubectl.run(Map.of("KUBE_EDITOR", editor.toString()), "edit", "cm", "a"))
        .startsWith("exit 0")
        .contains("configmap/a edited");
    assertThat(kubectl.ok("get", "cm", "a", "-o", "jsonpath={.data.k}")).isEqualTo("edited");
    kubectl.ok("label", "cm", "a", "x=y");
    assertThat(kubectl.run("label", "cm", "a", "x=z")).startsWith("exit 1").contains("--overwrite");
    assertThat(kubectl.ok("get", "cm", "-l", "x=y", "-o", "name")).isEqualTo("configmap/a\n");
    kubectl.ok("label", "cm", "a", "x-");
    kubectl.ok("annotate", "cm", "a", "note=hello");
    assertThat(kubectl.ok("get", "cm", "a", "-o", "jsonpath={.metadata.annotations.note}"))
        .isEqualTo("hello");
  }

  @Test
  void deleteAndWait() throws Exception {
    String manifests = kubectl.file(MANIFESTS);
    kubectl.ok("create", "-f", manifests);
    Process waiting = kubectl.start(Map.of(), "wait", "--for=delete", "cm/a", "--timeout=30s");
    assertThat(kubectl.ok("delete", "-f", manifests)).contains("\"a\" deleted");
    assertThat(waiting.waitFor()).isZero();
    assertThat(kubectl.run("wait", "--for=condition=Nope", "sa/default", "--timeout=1s"))
        .startsWith("exit 1");
    assertThat(kubectl.ok("delete", "ns", "default", "--dry-run=server")).contains("dry run");
    kubectl.ok("delete", "cm", "--all", "--cascade=foreground");
  }

  @Test
  void scaleAndRolloutStatus() throws Exception {
    kubectl.ok("create", "-f", kubectl.file(MANIFESTS));
    try (var simulator = WorkloadSimulator.start(Shared.server().local(), Duration.ofMillis(200))) {
      assertThat(simulator).isNotNull();
      assertThat(kubectl.ok("rollout", "status", "deploy/web", "--timeout=60s"))
          .contains("successfully rolled out");
      assertThat(kubectl.ok("scale", "deploy/web", "--replicas=3")).contains("scaled");
      assertThat(kubectl.run("scale", "deploy/web", "--current-replicas=9", "--replicas=1"))
          .startsWith("exit 1");
      kubectl.ok("rollout", "status", "deploy/web", "--timeout=60s");
      assertThat(kubectl.ok("get", "deploy", "web")).contains("3/3");
      kubectl.ok("wait", "--for=condition=Available", "deploy/web", "--timeout=30s");
      kubectl.ok("wait", "--for=jsonpath={.status.readyReplicas}=3", "deploy/web");
      assertThat(kubectl.ok("rollout", "restart", "deploy/web")).contains("restarted");
      kubectl.ok("rollout", "status", "deploy/web", "--timeout=60s");
    }
  }

  @Test
  void definitionsAndTheirKinds() throws Exception {
    String definition = kubectl.file(Client.json(Samples.DEFINITION));
    kubectl.ok("create", "-f", definition);
    kubectl.ok("wait", "--for=condition=Established", "crd/widgets.example.dev", "--timeout=10s");
    assertThat(kubectl.ok("api-resources", "--api-group=example.dev"))
        .contains("widgets")
        .contains("wd");
    kubectl.ok("apply", "-f", kubectl.file(Client.json(Samples.widget("w", "'size':3"))));
    assertThat(kubectl.ok("get", "wd")).contains("SIZE").contains("3");
    assertThat(kubectl.ok("explain", "widget.spec.color")).contains("string");
    assertThat(kubectl.ok("scale", "wd/w", "--replicas=5")).contains("scaled");
    assertThat(kubectl.ok("get", "wd", "w", "-o", "jsonpath={.spec.size}")).isEqualTo("5");
    assertThat(
            kubectl.run(
                "create", "-f", kubectl.file(Client.json(Samples.widget("bad", "'size':30")))))
        .startsWith("exit 1")
        .contains("spec.size");
    assertThat(
            kubectl.run(
                "create",
                "-f",
                kubectl.file(Client.json(Samples.widget("bad", "'size':3,'nope':1")))))
        .startsWith("exit 1")
        .contains("unknown field \"spec.nope\"");
    assertThat(kubectl.run("patch", "wd", "w", "-p", "{\"spec\":{\"size\":2}}"))
        .startsWith("exit 1");
    kubectl.ok("delete", "crd", "widgets.example.dev", "--timeout=20s");
  }

  @Test
  void explainAndApiResources() throws Exception {
    assertThat(kubectl.ok("api-resources"))
        .contains("deployments", "deploy", "apps/v1", "configmaps", "cm", "Namespace");
    assertThat(kubectl.ok("api-resources", "--verbs=list", "--namespaced", "-o", "name"))
        .contains("deployments.apps", "pods");
    assertThat(kubectl.ok("api-versions")).contains("apps/v1", "batch/v1");
    assertThat(kubectl.ok("explain", "deployment"))
        .contains("KIND:       Deployment", "GROUP:      apps", "DESCRIPTION:")
        .doesNotContain("<empty>");
    assertThat(kubectl.ok("explain", "pods.spec.containers.image")).contains("image <string>");
    assertThat(kubectl.ok("explain", "deploy", "--recursive")).contains("maxUnavailable");
    assertThat(kubectl.ok("version")).contains("Server Version: v1.32");
    assertThat(kubectl.ok("cluster-info")).contains("is running at");
  }

  @Test
  void events() throws Exception {
    var client = Shared.client(cluster);
    String uid =
        client.get(Samples.CONFIG_MAPS + "/kube-root-ca.crt").expect(200).text("/metadata/uid");
    client
        .post(
            "/api/v1/namespaces/default/events",
            "{'apiVersion':'v1','kind':'Event','metadata':{'name':'e'},'type':'Warning',"
                + "'reason':'Broken','message':'it broke','involvedObject':{'kind':'ConfigMap',"
                + "'name':'kube-root-ca.crt','namespace':'default','apiVersion':'v1','uid':'"
                + uid
                + "'},"
                + "'lastTimestamp':'2024-01-01T00:00:00Z','count':3}")
        .expect(201);
    assertThat(kubectl.ok("events")).contains("LAST SEEN", "Broken", "it broke");
    assertThat(kubectl.ok("events", "--for=configmap/kube-root-ca.crt")).contains("Broken");
    assertThat(kubectl.ok("events", "--types=Normal")).doesNotContain("Broken");
    assertThat(kubectl.ok("get", "events")).contains("OBJECT", "Broken");
    assertThat(kubectl.ok("describe", "cm", "kube-root-ca.crt")).contains("it broke");
  }

  @Test
  void watchingPrintsRows() throws Exception {
    Process process = kubectl.start(Map.of(), "get", "cm", "-w", "--request-timeout=20s");
    try (var reader = process.inputReader()) {
      assertThat(reader.readLine()).contains("NAME").contains("DATA");
      assertThat(reader.readLine()).contains("kube-root-ca.crt");
      Shared.client(cluster).post(Samples.CONFIG_MAPS, Samples.configMap("seen", "")).expect(201);
      assertThat(reader.readLine()).contains("seen");
    } finally {
      process.destroyForcibly();
    }
  }
}
