package dev.fleetwright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenderCommandTest {

  private static final String SHOP = "../examples/render/shop.yaml";
  private static final String TIERS = "../examples/render/tiers.yaml";

  @Test
  void rendersAStreamInApplyOrder() {
    CliRun run = CliRun.of("render", "-f", SHOP);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("---\napiVersion: v1\nkind: Service\n");
    assertThat(run.out()).contains("---\napiVersion: apps/v1\nkind: Deployment\n");
  }

  @Test
  void rendersAListAsJson() {
    CliRun run = CliRun.of("render", "-f", SHOP, "-o", "json", "-n", "elsewhere");
    assertThat(run.out()).contains("\"kind\": \"List\"").contains("\"namespace\": \"elsewhere\"");
  }

  @Test
  void writesFilesForSeveralPlatformsWithACoverageMatrix(@TempDir Path folder) {
    CliRun run =
        CliRun.of(
            "render",
            "-f",
            TIERS,
            "--provider",
            "kubernetes,docker-compose",
            "--out-dir",
            folder.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(folder.resolve("kubernetes/shop/deployment-web.yaml")).exists();
    assertThat(folder.resolve("docker-compose/compose.yaml")).exists();
    assertThat(run.err()).contains("COMPONENT").contains("unhandled").contains("not-expressible");
  }

  @Test
  void saysWhyWithScoresAndSources() {
    CliRun run = CliRun.of("render", "-f", SHOP, "--why");
    assertThat(run.out())
        .contains("score 126 = 100 base + 6 optional traits + 10 labels + 10 priority")
        .contains("the component lacks label core.opm.dev/workload-type: daemon")
        .contains("spec.replicas: 2  <- " + SHOP + ":13:17 components.web.spec.replicas");
    assertThat(CliRun.of("render", "-f", SHOP, "--why", "-o", "json").out())
        .contains("\"total\" : 126");
  }

  @Test
  void dryRunWritesNothingAndMistakesExitWithOne(@TempDir Path folder) throws IOException {
    CliRun dry = CliRun.of("render", "-f", SHOP, "--dry-run", "--out-dir", folder.toString());
    assertThat(dry.exitCode()).isZero();
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
    CliRun unknown = CliRun.of("render", "-f", SHOP, "--provider", "kubernets");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("did you mean \"kubernetes\"?");
    assertThat(CliRun.of("render", "-f", "no-such-file.yaml").exitCode()).isEqualTo(1);
    assertThat(CliRun.of("render").exitCode()).isEqualTo(2);
  }

  @Test
  void secretsShowNeitherInWarningsNorInWhyNorInDiff() {
    String module =
        """
        apiVersion: core.opm.dev/v1
        kind: Module
        metadata: {name: m}
        values: {schema: {type: object, properties: {password: {type: string, writeOnly: true}}}}
        components:
          s:
            resources: ["opm.dev/resources/config@v1#Secrets"]
            spec: {secrets: {s: {stringData: {n: hunter22, p: "${values.password}"}}}}
        """;
    CliRun why =
        CliRun.withInput(module, "render", "-f", "-", "--set", "password=other-word", "--why");
    assertThat(why.exitCode()).as(why.err()).isZero();
    assertThat(why.out() + why.err()).doesNotContain("hunter22").doesNotContain("other-word");
    CliRun rendered = CliRun.withInput(module, "render", "-f", "-", "--set", "password=other-word");
    assertThat(rendered.out()).contains("aHVudGVyMjI=");
  }

  @Test
  void diffShowsWhatAValueChanges(@TempDir Path folder) throws IOException {
    Path module = folder.resolve("module.yaml");
    Files.writeString(module, CliRun.of("init", "module").out());
    CliRun same = CliRun.of("diff", "-f", module.toString());
    assertThat(same.exitCode()).isZero();
    assertThat(same.out()).isEmpty();
    CliRun other = CliRun.of("diff", "-f", module.toString(), "--with-set", "replicas=5");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.out())
        .isEqualTo("~ apps/Deployment hello/web\n  - spec.replicas: 2\n  + spec.replicas: 5\n");
  }

  @Test
  void aBadNameHidesNoOtherMistake() {
    String module =
        """
        apiVersion: core.opm.dev/v1
        kind: Module
        metadata: {name: Shop_X, version: 1.2}
        components:
          web:
            resources: ["opm.dev/resources/workload@v1#Containr"]
            spec: {}
        """;
    CliRun run = CliRun.withInput(module, "render", "-f", "-");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("<stdin>:3:18", "<stdin>:3:35", "<stdin>:6:17", "#Container?");
  }

  @Test
  void diffTakesTwoModulesInEitherForm(@TempDir Path folder) throws IOException {
    String text = CliRun.of("init", "module").out();
    Path before = Files.writeString(folder.resolve("before.yaml"), text);
    Path after =
        Files.writeString(folder.resolve("after.yaml"), text.replace("default: 2", "default: 4"));
    String expected = "~ apps/Deployment hello/web\n  - spec.replicas: 2\n  + spec.replicas: 4\n";
    for (CliRun run :
        new CliRun[] {
          CliRun.of("diff", before.toString(), after.toString()),
          CliRun.of("diff", "-f", after.toString(), "--against", before.toString()),
          CliRun.of("diff", "-f", before.toString(), "--with-file", after.toString())
        }) {
      assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
      assertThat(run.out()).isEqualTo(expected);
      assertThat(run.err()).contains("0 added, 1 changed, 0 removed");
    }
    assertThat(CliRun.of("diff").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("diff", before.toString()).exitCode()).isEqualTo(2);
    assertThat(CliRun.of("diff", before.toString(), "-f", after.toString()).exitCode())
        .isEqualTo(2);
  }

  @Test
  void whatInitWritesWorks(@TempDir Path folder) {
    Path transformer = folder.resolve("t/transformer.yaml");
    assertThat(CliRun.of("init", "transformer", "--out", transformer.toString()).exitCode())
        .isZero();
    assertThat(CliRun.of("init", "transformer", "--out", transformer.toString()).exitCode())
        .isEqualTo(1);
    assertThat(CliRun.of("provider", "validate", transformer.toString()).exitCode()).isZero();
    CliRun test = CliRun.of("provider", "test", transformer.toString());
    assertThat(test.exitCode()).as(test.out()).isZero();
    assertThat(test.out()).contains("2 passed, 0 failed");
  }

  @Test
  void describesProvidersAndDefinitions() {
    assertThat(CliRun.of("provider", "list").out())
        .contains("kubernetes")
        .contains("docker-compose");
    assertThat(CliRun.of("provider", "describe", "kubernetes").out())
        .contains("transformer.opm.dev/workload@v1#DeploymentTransformer")
        .contains("kubernetes-list 1.0.0");
    assertThat(CliRun.of("catalog", "list").out())
        .contains("opm.dev/blueprints/data@v1#SimpleDatabase");
    assertThat(CliRun.of("catalog", "describe", "Expose").out())
        .contains("expose.type")
        .contains("\"ClusterIP\"")
        .contains("Example:");
    CliRun unknown = CliRun.of("catalog", "describe", "Expos");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("[unknown-definition]");
  }
}
