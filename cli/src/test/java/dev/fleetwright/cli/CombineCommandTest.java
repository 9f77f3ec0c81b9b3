package dev.fleetwright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class CombineCommandTest {

  private static final Path EXAMPLES = Path.of("../examples/collectors");

  private static final String HEAD =
      """
      apiVersion: control.kubestellar.io/v1alpha1
      kind: StatusCollector
      metadata: {name: it}
      spec:
      """;

  private static final String ROWS =
      """
      rows:
        - {inventory: {name: b}, obj: {spec: {replicas: 2}}, returned: {status: {availableReplicas: 1, phase: Up}}}
        - {inventory: {name: a}, obj: {spec: {replicas: 2}}, returned: {status: {availableReplicas: 2, phase: Up}}}
        - {inventory: {name: c}, obj: {spec: {replicas: 2}}}
      """;

  @TempDir Path folder;

  private CliRun combine(String spec, String... more) throws IOException {
    Path collector = Files.writeString(folder.resolve("collector.yaml"), HEAD + spec.indent(2));
    Path rows = Files.writeString(folder.resolve("rows.yaml"), ROWS);
    List<String> args =
        Stream.concat(
                Stream.of("combine", "-f", collector.toString(), "-f", rows.toString()),
                Stream.of(more))
            .toList();
    return CliRun.of(args.toArray(String[]::new));
  }

  @Test
  void printsATableAsDatabasesDo() throws IOException {
    CliRun run =
        combine(
            """
            groupBy: [{name: phase, def: returned.status.phase}]
            combinedFields:
              - {name: count, type: COUNT}
              - {name: sum, type: SUM, subject: returned.status.availableReplicas}
            """);
    assertThat(run.out())
        .isEqualTo(
            """
             phase | count | sum
            -------+-------+------
             NULL  |     1 | NULL
             Up    |     2 |    3
            (2 rows)
            """);
    assertThat(run.err()).isEqualTo("it: 2 of 3 clusters have reported\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void printsTheResultOfTheCombinedStatusForMachines() throws IOException {
    String spec =
        "combinedFields: [{name: count, type: COUNT}]\nfilter: returned.status.phase == 'Up'\n";
    assertThat(combine(spec, "-o", "json").out())
        .isEqualTo(
            """
            {
              "name" : "it",
              "columnNames" : [
                "count"
              ],
              "rows" : [
                {
                  "columns" : [
                    {
                      "type" : "Number",
                      "float" : "2"
                    }
                  ]
                }
              ],
              "reporting" : {
                "reported" : 2,
                "expected" : 3
              }
            }
            """);
    assertThat(combine(spec, "-o", "yaml").out())
        .contains("float: '2'")
        .contains("columnNames:\n- count");
  }

  @Test
  void printsTheAnalogousSelect() throws IOException {
    Path collector =
        Files.writeString(
            folder.resolve("only.yaml"),
            HEAD
                + """
                  filter: returned.status.ready
                  groupBy: [{name: phase, def: returned.status.phase}, {name: a b, def: obj.x}]
                  combinedFields: [{name: count, type: COUNT}, {name: most, type: MAX, subject: returned.status.n}]
                """);
    CliRun run = CliRun.of("combine", "--sql", "-f", collector.toString());
    assertThat(run)
        .isEqualTo(
            new CliRun(
                0,
                """
                SELECT phase, "a b", COUNT(*) AS count, MAX(returned.status.n) AS most
                FROM (SELECT returned.status.phase AS phase,
                             obj.x AS "a b",
                             *
                      FROM PerWEC WHERE returned.status.ready)
                GROUP BY phase, "a b"
                LIMIT 20;
                """,
                ""));
    assertThat(combine("select: [{name: wec, def: inventory.name}]\nlimit: 3\n", "--sql").out())
        .isEqualTo("SELECT inventory.name AS wec\nFROM PerWEC\nLIMIT 3;\n");
  }

  @Test
  void aMistakeInAnExpressionIsShownWhereItStandsInTheFile() throws IOException {
    CliRun run =
        combine(
            """
            select:
              - {name: a, def: 'returnd.status'}
              - {name: a, def: '1 +'}
            limit: 0
            """);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("collector.yaml:6:")
        .contains("spec.select[0].def")
        .contains("^")
        .contains("did you mean")
        .contains("duplicate-name")
        .contains("invalid-limit")
        .contains("syntax-error");
  }

  @Test
  void rowsThatFailAreExplainedBesideTheResult() throws IOException {
    CliRun run = combine("select: [{name: v, def: 1 / (returned.status.availableReplicas - 1)}]\n");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("(2 rows)");
    assertThat(run.err()).contains("warning: it, cluster b, v:").contains("^");
  }

  @Test
  void limitsAreTold() throws IOException {
    CliRun run = combine("select: [{name: wec, def: inventory.name}]\nlimit: 1\n");
    assertThat(run.out()).contains("(1 of 3 rows)");
    assertThat(run.err()).contains("hides 2 rows");
  }

  @Test
  void allMistakesOfAllFilesAreReported() throws IOException {
    Path rows =
        Files.writeString(
            folder.resolve("bad.yaml"),
            """
            rows:
              - {inventry: {name: a}}
              - {inventory: {name: b}, returned: {state: 1}}
            """);
    CliRun run = combine("combinedFields: [{name: n, type: COUNTS}]\n", "-f", rows.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("bad.yaml:2:6")
        .contains("inventry")
        .contains("bad.yaml:3:")
        .contains("COUNTS");
    Path again =
        Files.writeString(folder.resolve("again.yaml"), "rows: [{inventory: {name: a}}]\n");
    assertThat(combine("combinedFields: [{name: n, type: COUNT}]\n", "-f", again.toString()).err())
        .contains("duplicate-row");
  }

  @Test
  void missingPartsAreNamed() throws IOException {
    Path rows = Files.writeString(folder.resolve("r.yaml"), ROWS);
    assertThat(CliRun.of("combine", "-f", rows.toString()).err()).contains("no-collector");
    assertThat(CliRun.of("combine", "-f", EXAMPLES.resolve("count-wecs.yaml").toString()).err())
        .contains("no-rows");
    assertThat(CliRun.of("combine").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("combine", "-f", rows.toString(), "--now", "noon").exitCode())
        .isEqualTo(2);
    assertThat(
            CliRun.withInput(
                    HEAD + "  combinedFields: [{name: n, type: COUNT}]\n---\nrows: []\n",
                    "combine",
                    "-f",
                    "-")
                .out())
        .contains(" 0\n");
  }

  @Test
  void severalCollectorsPrintOneTableEach() {
    CliRun run =
        CliRun.of(
            "combine",
            "-f",
            EXAMPLES.resolve("count-wecs.yaml").toString(),
            "-f",
            EXAMPLES.resolve("deployment-histogram.yaml").toString(),
            "-f",
            EXAMPLES.resolve("samples/deployment-rows.yaml").toString());
    assertThat(run.out()).contains("count-wecs:\n").contains("deployment-histogram:\n");
  }

  /** The library on the samples: what each collector is expected to print. */
  @TestFactory
  Stream<DynamicTest> theLibraryAnswersItsQuestions() throws IOException {
    List<Path> collectors;
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      collectors = files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
    assertThat(collectors).hasSizeGreaterThan(15);
    return collectors.stream()
        .map(file ->
            DynamicTest.dynamicTest(
                file.getFileName().toString(),
                () -> {
                  String name = file.getFileName().toString().replace(".yaml", "");
                  String kind = name.substring(0, name.indexOf('-'));
                  Path samples = EXAMPLES.resolve("samples/" + kind + "-rows.yaml");
                  CliRun run =
                      CliRun.of(
                          "combine",
                          "--now",
                          "2026-03-01T10:00:00Z",
                          "-f",
                          file.toString(),
                          "-f",
                          (Files.exists(samples)
                                  ? samples
                                  : EXAMPLES.resolve("samples/deployment-rows.yaml"))
                              .toString());
                  assertThat(run.exitCode()).as(run.err()).isZero();
                  assertThat(run.err()).doesNotContain("warning");
                  String expected =
                      Files.readString(
                          Path.of("src/test/resources/collectors").resolve(name + ".txt"));
                  assertThat(run.out()).isEqualTo(expected);
                }));
  }
}
