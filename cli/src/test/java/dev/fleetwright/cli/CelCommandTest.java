package dev.fleetwright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CelCommandTest {

  @TempDir Path folder;

  @Test
  void printsTheResultWithItsType() {
    assertThat(CliRun.of("cel", "[1, 2, 3].map(n, n * 2)"))
        .isEqualTo(new CliRun(0, "[2,4,6] (list)\n", ""));
    assertThat(CliRun.of("cel", "1 + 2").out()).isEqualTo("3 (int)\n");
    assertThat(CliRun.of("cel", "1.0 + 2.0").out()).isEqualTo("3.0 (double)\n");
    assertThat(CliRun.of("cel", "'a' + 'b'").out()).isEqualTo("\"ab\" (string)\n");
    assertThat(CliRun.of("cel", "null").out()).isEqualTo("null (null)\n");
    assertThat(CliRun.of("cel", "timestamp('2026-01-01T00:00:00Z')").out())
        .isEqualTo("\"2026-01-01T00:00:00Z\" (timestamp)\n");
  }

  @Test
  void topLevelKeysOfAFileAreVariables() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("vars.yaml"),
            "obj: {spec: {replicas: 3}}\nreturned: {status: {availableReplicas: 2}}\n");
    String expression = "obj.spec.replicas != returned.status.availableReplicas";
    assertThat(CliRun.of("cel", expression, "-f", file.toString()).out())
        .isEqualTo("true (bool)\n");
    assertThat(CliRun.withInput("{\"a\": 4}", "cel", "a * 2", "-f", "-").out())
        .isEqualTo("8 (int)\n");
  }

  @Test
  void anExpressionThatDoesNotCompileShowsItsPlaceAndWhatWasMeant() {
    CliRun run = CliRun.withInput("replicas: 1", "cel", "replica > 1", "-f", "-");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("<expression>:1:1").contains("^").contains("replicas");
  }

  @Test
  void aMissingPathIsNamedOrReadAsNull() {
    CliRun strict = CliRun.withInput("a: {b: {}}", "cel", "a.b.c", "-f", "-");
    assertThat(strict.exitCode()).isEqualTo(1);
    assertThat(strict.err()).contains("a.b.c");
    CliRun lenient = CliRun.withInput("a: {b: {}}", "cel", "--absent-as-null", "a.b.c", "-f", "-");
    assertThat(lenient.out()).isEqualTo("null (null)\n");
  }

  @Test
  void theExitStatusFollowsTheResultWhenAskedTo() {
    assertThat(CliRun.of("cel", "1 > 2").exitCode()).isZero();
    assertThat(CliRun.of("cel", "-e", "1 > 2").exitCode()).isEqualTo(1);
    assertThat(CliRun.of("cel", "-e", "1 < 2").exitCode()).isZero();
  }

  @Test
  void machinesGetTypeAndValue() {
    assertThat(CliRun.of("cel", "-o", "json", "{'a': [1, 2.5]}").out())
        .isEqualTo("{\"type\": \"map\", \"value\": {\"a\":[1,2.5]}}\n");
    assertThat(CliRun.of("cel", "-o", "yaml", "[1]").out()).contains("type: list").contains("- 1");
    assertThat(CliRun.of("cel", "-o", "value", "'plain text'").out()).isEqualTo("plain text\n");
  }

  @Test
  void whatTheExpressionReadsCanBeListed() {
    assertThat(
            CliRun.withInput("obj: {}", "cel", "--reads", "obj.a.b + obj.c[0].d", "-f", "-").out())
        .contains("obj.a.b");
  }

  @Test
  void mistakesInTheFileAreReportedWithTheirPlace() {
    CliRun list = CliRun.withInput("- 1\n", "cel", "1", "-f", "-");
    assertThat(list.exitCode()).isEqualTo(1);
    assertThat(list.err()).contains("<stdin>:1:1").contains("not-a-mapping");
    CliRun names = CliRun.withInput("a-b: 1\n1c: 2\n", "cel", "1", "-f", "-");
    assertThat(names.err())
        .contains("<stdin>:1:1")
        .contains("<stdin>:2:1")
        .contains("invalid-variable-name");
    assertThat(CliRun.of("cel", "1", "-f", folder.resolve("none.yaml").toString()).exitCode())
        .isEqualTo(1);
  }

  @Test
  void aHostileExpressionIsStopped() {
    String five =
        "l.map(a, l.map(b, l.map(c, l.map(d, l.map(e, 1)))))".replace("l.", "lists.range(10000).");
    CliRun run = CliRun.of("cel", five);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("error:");
  }
}
