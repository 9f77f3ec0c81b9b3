package dev.fleetwright.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people see who write something wrong into a platform that runs. */
class AdmissionFlowTest {

  @TempDir static Path data;
  private static PlacementBed bed;

  @BeforeAll
  static void start() throws Exception {
    bed = PlacementBed.start(data.resolve("up"));
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  private static String object(String group, String kind, String spec) {
    String namespace =
        group.startsWith("control") || kind.equals("Catalog") ? "" : ", namespace: default";
    return "apiVersion: %s/v1alpha1\nkind: %s\nmetadata: {name: mistake%s}\nspec: %s\n"
        .formatted(group, kind, namespace, spec);
  }

  private static final Map<String, String> MISTAKES =
      Map.of(
          "spec.requires[0].versionConstraint",
          object(
              "game.platform",
              "ModuleManifest",
              "{module: {id: a.b, version: 1.0.0}, requires: [{capabilityId: a.b, scope: world,"
                  + " multiplicity: '1', dependencyMode: required, versionConstraint: '>>1'}]}"),
          "spec.rules[0].type",
          object("release.fleetwright.dev", "ReleasePolicy", "{rules: [{type: Nope}]}"),
          "spec.filter",
          object("control.kubestellar.io", "StatusCollector", "{filter: 'returned.'}"),
          "spec.clusterSelectors[0].matchExpressions[0]",
          object(
              "control.kubestellar.io",
              "BindingPolicy",
              "{clusterSelectors: [{matchExpressions: [{key: a, operator: In}]}], downsync: []}"),
          "spec.documents[0].metadata",
          object(
              "release.fleetwright.dev",
              "Catalog",
              "{documents: [{apiVersion: core.opm.dev/v1, kind: Transformer}]}"));

  @Test
  void mistakesAreRefusedWithTheirFieldAndTheNextStep() {
    MISTAKES.forEach((field, yaml) ->
        assertThatThrownBy(() -> bed.apply(yaml))
            .as(yaml)
            .asInstanceOf(type(KubernetesClientException.class))
            .satisfies(e -> {
              assertThat(e.getCode()).isEqualTo(422);
              assertThat(e.getStatus().getReason()).isEqualTo("Invalid");
              assertThat(e.getStatus().getDetails().getCauses())
                  .anySatisfy(cause -> {
                    assertThat(cause.getField()).contains(field);
                    assertThat(cause.getMessage()).matches(".* \\[[a-z-]+]");
                  });
            }));
  }

  @Test
  void kubectlPrintsThemOnePerLine() throws Exception {
    Path file =
        Files.writeString(
            data.resolve("policy.yaml"),
            object(
                "release.fleetwright.dev", "ReleasePolicy", "{rules: [{type: No}, {type: Way}]}"));
    String said = kubectl("apply", "-f", file.toString());
    assertThat(said)
        .startsWith("The ReleasePolicy \"mistake\" is invalid:")
        .contains("* spec.rules[0].type: ")
        .contains("* spec.rules[1].type: ");
    Files.writeString(file, object("release.fleetwright.dev", "ReleasePolicy", "{rules: []}"));
    assertThat(kubectl("apply", "-f", file.toString()))
        .contains("releasepolicy.release.fleetwright.dev/mistake created");
    assertThat(
            kubectl(
                "patch",
                "releasepolicy",
                "mistake",
                "--type=merge",
                "-p",
                "{\"spec\":{\"rules\":[{\"type\":\"No\"}]}}"))
        .contains("is invalid: spec.rules[0].type: ");
    assertThat(kubectl("delete", "releasepolicy", "mistake")).contains("deleted");
  }

  private static String kubectl(String... arguments) throws IOException, InterruptedException {
    var command = new java.util.ArrayList<>(List.of("kubectl", "--cache-dir", data + "/cache"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("KUBECONFIG", bed.kubeconfig().toString());
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return said;
    } catch (IOException e) {
      Assumptions.abort("kubectl is not on the PATH, so nothing is checked with it: install it");
      throw e;
    }
  }
}
