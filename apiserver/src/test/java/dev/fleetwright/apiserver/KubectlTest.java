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

/** kubectl as people have it. */
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

  @BeforeEach
  void kubectlIsThere() {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/kubectl"))
            || Files.isExecutable(Path.of("/usr/local/bin/kubectl")),
        "kubectl is not installed, so nothing is checked with it");
  }

  private String kubectl(String... arguments) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                "kubectl", "--context", cluster, "--cache-dir", temp.resolve("cache").toString()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("KUBECONFIG", Shared.server().kubeconfig().toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return "exit " + process.exitValue() + "\n" + output;
  }

  private String file(String text) throws IOException {
    Path file = Files.createTempFile(temp, "m", ".yaml");
    Files.writeString(file, text);
    return file.toString();
  }

  @Test
  void everydayCommands() throws Exception {
    String manifests = file(MANIFESTS);
    assertThat(kubectl("create", "-f", manifests))
        .startsWith("exit 0")
        .contains("deployment.apps/web created");
    assertThat(kubectl("get", "deploy,cm")).contains("READY").contains("0/1").contains("DATA");
    assertThat(kubectl("replace", "-f", file(MANIFESTS.replace("k: v", "k: w"))))
        .contains("configmap/a replaced");
    assertThat(kubectl("apply", "-f", file(MANIFESTS.replace("image: nginx", "image: nginx:2"))))
        .startsWith("exit 0")
        .contains("deployment.apps/web configured");
    assertThat(kubectl("apply", "--server-side", "--force-conflicts", "-f", manifests))
        .startsWith("exit 0")
        .contains("serverside-applied");
    assertThat(kubectl("scale", "deploy/web", "--replicas=3")).startsWith("exit 0");
    assertThat(
            kubectl(
                "patch",
                "deploy",
                "web",
                "-p",
                "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"z\"}]}}}}"))
        .startsWith("exit 0");
    assertThat(
            kubectl(
                "get",
                "deploy",
                "web",
                "-o",
                "jsonpath={.spec.replicas} {.spec.template.spec.containers[*].image}"))
        .isEqualTo("exit 0\n3 z");
    assertThat(kubectl("label", "cm", "a", "x=y")).startsWith("exit 0");
    assertThat(kubectl("get", "cm", "-l", "x=y", "-o", "name")).isEqualTo("exit 0\nconfigmap/a\n");
    assertThat(kubectl("describe", "deploy", "web")).startsWith("exit 0").contains("Replicas:");
    assertThat(kubectl("delete", "-f", manifests)).startsWith("exit 0").contains("\"a\" deleted");
  }

  @Test
  void definitionsAndTheirKinds() throws Exception {
    String definition = file(Client.json(Samples.DEFINITION));
    assertThat(kubectl("create", "-f", definition)).startsWith("exit 0");
    assertThat(
            kubectl(
                "wait", "--for=condition=Established", "crd/widgets.example.dev", "--timeout=10s"))
        .startsWith("exit 0");
    assertThat(kubectl("api-resources", "--api-group=example.dev"))
        .contains("widgets")
        .contains("wd");
    assertThat(kubectl("apply", "-f", file(Client.json(Samples.widget("w", "'size':3")))))
        .startsWith("exit 0");
    assertThat(kubectl("get", "wd")).contains("SIZE").contains("3");
    assertThat(kubectl("explain", "widget.spec.color")).startsWith("exit 0").contains("string");
    assertThat(kubectl("create", "-f", file(Client.json(Samples.widget("bad", "'size':30")))))
        .startsWith("exit 1")
        .contains("spec.size");
    assertThat(
            kubectl("create", "-f", file(Client.json(Samples.widget("bad", "'size':3,'nope':1")))))
        .startsWith("exit 1")
        .contains("unknown field \"spec.nope\"");
    assertThat(kubectl("delete", "crd", "widgets.example.dev", "--timeout=20s"))
        .startsWith("exit 0");
  }

  @Test
  void watchingPrintsRows() throws Exception {
    var builder =
        new ProcessBuilder(
                "kubectl", "--context", cluster, "get", "cm", "-w", "--request-timeout=20s")
            .redirectErrorStream(true);
    builder.environment().put("KUBECONFIG", Shared.server().kubeconfig().toString());
    Process process = builder.start();
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
