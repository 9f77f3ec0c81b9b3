package dev.fleetwright.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What kubectl sends as protobuf, and what it asks about rights. */
class KubectlAccessTest {
  private final String cluster = Shared.cluster();
  @TempDir private Path temp;

  @BeforeEach
  void kubectlIsThere() {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/kubectl"))
            || Files.isExecutable(Path.of("/usr/local/bin/kubectl")),
        "kubectl is not installed, so nothing is checked with it");
  }

  private String kubectl(String line) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                "kubectl", "--context", cluster, "--cache-dir", temp.resolve("cache").toString()));
    command.addAll(List.of(line.split(" ")));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("KUBECONFIG", Shared.server().kubeconfig().toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return "exit " + process.exitValue() + "\n" + output;
  }

  private void works(String line) throws Exception {
    assertThat(kubectl(line)).as(line).startsWith("exit 0\n");
  }

  @Test
  void everyCreateCommand() throws Exception {
    works("create namespace shop");
    works("create configmap cm --from-literal=a=b");
    works("create secret generic s --from-literal=password=hunter2");
    works("create secret docker-registry r --docker-username=u --docker-password=p");
    works("create serviceaccount robot");
    assertThat(kubectl("create token robot --duration=20m --audience=vault"))
        .matches("exit 0\\n[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){2}\\n?");
    works("create deployment web --image=nginx --replicas=2 --port=80");
    works("create job once --image=busybox -- true");
    works("create cronjob often --image=busybox --schedule=@hourly -- true");
    works("create service clusterip front --tcp=80:8080");
    works("create ingress in --rule=host/path=front:80");
    works("create poddisruptionbudget pdb --selector=app=web --min-available=1");
    works("create role reader --verb=get,list --resource=pods,deployments.apps/scale");
    works("create rolebinding robots --role=reader --serviceaccount=default:robot");
    works("create clusterrole metrics --verb=get --non-resource-url=/metrics");
    works("create clusterrolebinding alice --clusterrole=view --user=alice");
    works("run pod --image=nginx --env=A=b --labels=app=web");
    works("expose deployment web --port=80");
    works("set image deployment/web nginx=nginx:2");
    works("delete pod pod --now");
    assertThat(
            kubectl(
                "get deployment web -o"
                    + " jsonpath={.spec.replicas}:{.spec.template.spec.containers[0].ports[0].containerPort}:{.spec.selector.matchLabels.app}"))
        .isEqualTo("exit 0\n2:80:web");
    assertThat(kubectl("get secret s -o jsonpath={.data.password}:{.type}"))
        .isEqualTo("exit 0\naHVudGVyMg==:Opaque");
    assertThat(kubectl("get configmap cm -o jsonpath={.data.a}")).isEqualTo("exit 0\nb");
    assertThat(kubectl("get role reader -o jsonpath={.rules[1].resources}:{.rules[1].apiGroups}"))
        .isEqualTo("exit 0\n[\"deployments/scale\"]:[\"apps\"]");
    assertThat(kubectl("get job once -o jsonpath={.spec.template.spec.containers[0].command}"))
        .isEqualTo("exit 0\n[\"true\"]");
    assertThat(kubectl("create namespace shop")).startsWith("exit 1").contains("AlreadyExists");
  }

  @Test
  void whoAmIAndWhatCanIDo() throws Exception {
    works("create clusterrolebinding alice --clusterrole=view --user=alice");
    assertThat(kubectl("auth whoami")).startsWith("exit 0").contains("admin", "system:masters");
    assertThat(kubectl("auth whoami --as alice --as-group team"))
        .startsWith("exit 0")
        .contains("alice", "team");
    assertThat(kubectl("auth can-i create pods")).isEqualTo("exit 0\nyes\n");
    assertThat(kubectl("auth can-i get pods --as alice")).isEqualTo("exit 0\nyes\n");
    assertThat(kubectl("auth can-i create pods --as alice")).isEqualTo("exit 1\nno\n");
    assertThat(kubectl("auth can-i get secrets --as bob")).startsWith("exit 1").endsWith("no\n");
    assertThat(kubectl("auth can-i get deployments.apps/scale --as alice -n kube-system"))
        .endsWith("yes\n");
    assertThat(kubectl("auth can-i get /metrics --as alice")).isEqualTo("exit 1\nno\n");
    assertThat(kubectl("auth can-i --list --as alice"))
        .startsWith("exit 0")
        .contains("configmaps")
        .contains("selfsubjectreviews.authentication.k8s.io")
        .contains("[/api/*]");
    assertThat(kubectl("get pods --as alice")).startsWith("exit 0");
    assertThat(kubectl("get secrets --as alice"))
        .startsWith("exit 1")
        .contains(
            "Error from server (Forbidden): secrets is forbidden: User \"alice\" cannot list"
                + " resource \"secrets\" in API group \"\" in the namespace \"default\"");
    assertThat(kubectl("auth reconcile -f " + reconcilable())).startsWith("exit 0");
  }

  private String reconcilable() throws IOException {
    Path file = temp.resolve("role.yaml");
    Files.writeString(
        file,
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: r, namespace: default}
        rules: [{verbs: [get], apiGroups: [""], resources: [pods]}]
        """);
    return file.toString();
  }
}
