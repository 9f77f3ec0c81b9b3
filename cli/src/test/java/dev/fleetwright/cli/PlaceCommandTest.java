package dev.fleetwright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceCommandTest {

  private static final String EXAMPLES = "../examples/placement";

  @TempDir Path folder;

  @Test
  void showsWhatGoesWhereAndInWhichWorks() {
    CliRun run = CliRun.of("place", "-f", EXAMPLES);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith(
            """
            POLICY                   OBJECT                            CLUSTERS    MODULATION
            database                 secrets data/postgres             berlin      create only
            database                 statefulsets.apps data/postgres   berlin      singleton, executing on 1
            example-binding-policy   configmaps nginx/page             east,west   collectors count-wecs
            example-binding-policy   namespaces nginx                  east,west   collectors count-wecs
            example-binding-policy   deployments.apps nginx/nginx      east,west   collectors count-wecs

            CLUSTER   WORK                                          OBJECTS   BYTES
            """);
  }

  @Test
  void printsObjectsThatCouldBeApplied() {
    CliRun run = CliRun.of("place", "-f", EXAMPLES, "-o", "yaml");
    assertThat(run.out())
        .contains("kind: Binding")
        .contains("- clusterId: east\n  - clusterId: west")
        .contains("kind: ManifestWork")
        .contains("namespace: berlin")
        .contains("index.html: Greetings from east in us")
        .contains("index.html: Greetings from west in us")
        .contains("type: CreateOnly")
        .doesNotContain("replicas: 2")
        .doesNotContain("0990056b");
    CliRun json = CliRun.of("place", "-f", EXAMPLES, "-o", "json");
    assertThat(json.out()).startsWith("{\n  \"apiVersion\" : \"v1\",\n  \"kind\" : \"List\"");
    assertThat(CliRun.of("place", "-f", EXAMPLES, "-o", "yaml"))
        .as("from run to run")
        .isEqualTo(run);
  }

  @Test
  void saysWhy() {
    CliRun run = CliRun.of("place", "-f", EXAMPLES, "--why", "--object", "Deployment/nginx");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("✗ no   deployments.apps nginx/nginx  by policy database")
        .contains("downsync[0].resources failed: is \"deployments\", wanted \"statefulsets\"")
        .contains("✓ yes  deployments.apps nginx/nginx  by policy example-binding-policy")
        .contains(
            "downsync[0] matched: objectSelectors[0] (selects app.kubernetes.io/name=\"nginx\")")
        .contains("✗ no   cluster berlin  by policy example-binding-policy")
        .contains("clusterSelectors[0] failed: label location-group is \"core\", wanted \"edge\"");
    assertThat(CliRun.of("place", "-f", EXAMPLES, "--why", "-o", "json").out())
        .contains("\"because\"");
    assertThat(CliRun.of("place", "-f", EXAMPLES, "--why", "-o", "yaml").out())
        .contains("because:");
  }

  @Test
  void theExitCodeAnswersWhetherAnObjectIsPlaced() throws IOException {
    assertThat(
            CliRun.of("place", "-f", EXAMPLES, "--object", "statefulset/data/postgres").exitCode())
        .isZero();
    Path lonely =
        Files.writeString(
            folder.resolve("o.yaml"),
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: lonely, namespace: x}}");
    CliRun no =
        CliRun.of("place", "-f", EXAMPLES, "-f", lonely.toString(), "--object", "ConfigMap/lonely");
    assertThat(no.exitCode()).isEqualTo(1);
    assertThat(no.out()).contains("no policy takes an object");
    CliRun unknown = CliRun.of("place", "-f", EXAMPLES, "--object", "Deployment/ngimx");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("did you mean Deployment/nginx?");
    assertThat(CliRun.of("place", "-f", EXAMPLES, "--object", "nginx").exitCode()).isEqualTo(2);
  }

  @Test
  void allMistakesAreReportedAtOnce() throws IOException {
    Path bad =
        Files.writeString(
            folder.resolve("bad.yaml"),
            """
            apiVersion: control.kubestellar.io/v1alpha1
            kind: BindingPolicy
            metadata: {name: bad}
            spec:
              clusterSelectors:
                - matchExpressions: [{key: a, operator: Inn, values: [x]}]
              downsync:
                - createOnly: true
                - objectSelector: [{matchLabels: {a: b}}]
            ---
            apiVersion: control.kubestellar.io/v1alpha1
            kind: CustomTransform
            metadata: {name: bad}
            spec: {resource: pods, remove: ["$.", "xyz"]}
            """);
    CliRun run = CliRun.of("place", "-f", bad.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("bad.yaml:6:")
        .contains("Inn")
        .contains("clause-without-test")
        .contains("objectSelectors")
        .contains("invalid-path")
        .contains("bad.yaml:14:");
  }

  @Test
  void aTemplateThatFailsIsReportedPerClusterAndTheRestIsPlaced() throws IOException {
    Path template =
        Files.writeString(
            folder.resolve("t.yaml"),
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: t
              namespace: nginx
              labels: {app.kubernetes.io/name: nginx}
              annotations: {control.kubestellar.io/expand-templates: "true"}
            data: {a: "{{.nope}}"}
            """);
    CliRun run = CliRun.of("place", "-f", EXAMPLES, "-f", template.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("cluster east, configmaps nginx/t, data.a:")
        .contains("cluster west")
        .contains("nope");
    assertThat(run.out()).contains("deployments.apps nginx/nginx");
  }

  @Test
  void collectorsThatAreMissingAreAWarning() throws IOException {
    Path policy =
        Files.writeString(
            folder.resolve("p.yaml"),
            "{apiVersion: control.kubestellar.io/v1alpha1, kind: BindingPolicy, metadata: {name:"
                + " p}, spec: {downsync: [{objectNames: [x], statusCollectors: [count-wecz]}]}}");
    CliRun run = CliRun.of("place", "-f", EXAMPLES, "-f", policy.toString());
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("warning").contains("count-wecz");
  }

  @Test
  void worksThatExistKeepTheirObjects() throws IOException {
    String first = CliRun.of("place", "-f", EXAMPLES, "-o", "yaml").out();
    Path works =
        Files.writeString(
            folder.resolve("works.yaml"), first.substring(first.indexOf("---\n") + 4));
    CliRun again = CliRun.of("place", "-f", EXAMPLES, "-f", works.toString(), "-o", "yaml");
    assertThat(again.err()).isEmpty();
    assertThat(again.out()).isEqualTo(first);
  }
}
