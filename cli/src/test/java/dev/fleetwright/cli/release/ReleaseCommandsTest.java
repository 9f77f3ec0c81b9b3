package dev.fleetwright.cli.release;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fleetwright.cli.CommandLineFactory;
import dev.fleetwright.cli.terminal.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The commands on the examples that the documentation shows, and on files that are wrong. */
class ReleaseCommandsTest {

  private static final String EXAMPLES =
      Path.of("..", "examples", "release").toAbsolutePath().normalize().toString();

  private record Run(int exitCode, String out, String err) {}

  private static Run run(String input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    int exitCode = CommandLineFactory.run(console, args);
    return new Run(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static JsonNode json(String text) throws JsonProcessingException {
    return new ObjectMapper().readTree(text);
  }

  @Test
  void selectShowsARowPerTarget() {
    Run run = run("", "select", "-f", EXAMPLES, "--at", "2026-03-02T21:00:00Z");
    assertThat(run.err).isEmpty();
    assertThat(run.exitCode).isZero();
    assertThat(run.out.lines())
        .hasSize(4)
        .anyMatch(line -> line.matches("physics-staging-1 +✓ yes +physics-2.1.0 +deploy .*"))
        .anyMatch(line -> line.matches("physics-edge-1 +✓ yes +physics-2.0.0 +stay .*"));
  }

  @Test
  void whyShowsEveryRule() {
    Run run =
        run(
            "",
            "select",
            "-f",
            EXAMPLES,
            "--at",
            "2026-03-02T21:00:00Z",
            "--target",
            "physics-edge-1",
            "--why");
    assertThat(run.out)
        .contains("✗ removes physics-2.2.0: physics-2.1.0 must be applied before it")
        .contains("TimeWindow of production", "may change at 2026-03-03T00:00:00Z")
        .doesNotContain("physics-edge-2");
  }

  @Test
  void jsonHasTheFieldsOfTheContract() throws JsonProcessingException {
    Run run = run("", "select", "-f", EXAMPLES, "--at", "2026-03-02T12:00:00Z", "-o", "json");
    assertThat(run.exitCode).isEqualTo(1);
    JsonNode edge = json(run.out).get(0);
    assertThat(edge.get("target").asText()).isEqualTo("physics-edge-1");
    assertThat(edge.get("allowed").asBoolean()).isFalse();
    assertThat(edge.get("chosenRelease").isNull()).isTrue();
    assertThat(edge.get("reason").asText()).contains("TimeWindow");
    assertThat(edge.get("nextEvaluationAt").asText()).isEqualTo("2026-03-02T20:00:00Z");
    JsonNode first = edge.get("trace").get(0);
    assertThat(first.get("rule").asText()).isEqualTo("SequentialUpgrade");
    assertThat(first.get("decisive").asBoolean()).isTrue();
    assertThat(first.get("kept").get(0).asText()).isEqualTo("physics-2.0.0");
    JsonNode removed = first.get("removed").get(0);
    assertThat(removed.get("release").asText()).isEqualTo("physics-2.2.0");
    assertThat(removed.get("code").asText()).isEqualTo("sequential-upgrade-first");
    assertThat(removed.get("message").asText()).isNotEmpty();
    assertThat(removed.get("params").get("mustApplyFirst").asText()).isEqualTo("physics-2.1.0");
    assertThat(removed.has("actionRequired")).isTrue();
    assertThat(edge.get("trace").get(4).get("decisive").asBoolean()).isFalse();
  }

  @Test
  void forecastFollowsTheReleasesThroughTheFleet() throws JsonProcessingException {
    String[] forecast = {
      "forecast", "-f", EXAMPLES, "--from", "2026-03-01T00:00:00Z", "--for", "3d", "-o", "json"
    };
    JsonNode moves = json(run("", forecast).out).get("moves");
    assertThat(moves).hasSize(6);
    assertThat(moves.get(2).get("at").asText()).isEqualTo("2026-03-02T20:00:00Z");
    assertThat(moves.get(2).get("target").asText()).isEqualTo("physics-edge-1");
    assertThat(moves.get(2).get("release").asText()).isEqualTo("physics-2.1.0");
  }

  @Test
  void forecastDrawsPictures() {
    String[] common = {"forecast", "-f", EXAMPLES, "--from", "2026-03-01T00:00:00Z", "-o"};
    Run svg = run("", with(common, "svg"));
    assertThat(svg.out).startsWith("<svg ").contains("physics-edge-2", "physics-2.2.0");
    assertThat(run("", with(common, "html")).out).startsWith("<!doctype html>").contains("<svg ");
    assertThat(run("", with(common, "table")).out).contains("ENDS ON");
  }

  @Test
  void twoRuleSetsCanBeCompared() throws JsonProcessingException {
    String open =
        """
        apiVersion: release.fleetwright.dev/v1alpha1
        kind: ReleasePolicy
        metadata: {name: open}
        spec: {rules: []}
        """;
    String[] common = {
      "forecast",
      "-f",
      EXAMPLES,
      "--from",
      "2026-03-01T00:00:00Z",
      "--for",
      "3d",
      "--against",
      "-",
      "-o"
    };
    assertThat(run(open, with(common, "table")).out).contains("earlier", "same");
    assertThat(json(run(open, with(common, "json")).out).get("differences")).isNotEmpty();
    assertThat(run(open, with(common, "html")).out).contains("<h1>Against</h1>");
    assertThat(run(open, with(common, "svg")).exitCode).isEqualTo(2);
  }

  @Test
  void everyMistakeIsShownAtOnceWithItsPlace() {
    String wrong =
        """
        apiVersion: release.fleetwright.dev/v1alpha1
        kind: ReleasePolicy
        metadata: {name: p}
        spec:
          rules:
            - {type: TimeWindow, timezone: Mars/Olympus, windows: [{from: "09:00", to: "09:00"}]}
            - {type: VersionCooldwn, minutes: -1}
        """;
    Run run = run(wrong, "select", "-f", "-");
    assertThat(run.exitCode).isEqualTo(1);
    assertThat(run.out).isEmpty();
    assertThat(run.err)
        .contains("<stdin>:6:", "[unknown-timezone]", "[window-never-opens]")
        .contains("<stdin>:7:", "[unknown-rule-type]", "did you mean \"VersionCooldown\"?");
  }

  @Test
  void unknownTargetsAndNoTargetsAreSaid() {
    Run unknown = run("", "select", "-f", EXAMPLES, "--target", "physics-edge-3");
    assertThat(unknown.exitCode).isEqualTo(1);
    assertThat(unknown.err).contains("did you mean \"physics-edge-1\"?");
    assertThat(run("{}", "select", "-f", "-").exitCode).isEqualTo(1);
    assertThat(run("", "select", "-f", EXAMPLES, "--at", "noon").exitCode).isEqualTo(2);
    assertThat(run("", "forecast", "-f", EXAMPLES, "--for", "7x").exitCode).isEqualTo(2);
  }

  @Test
  void rulesAreListedAndExplained() throws JsonProcessingException {
    Run list = run("", "rules");
    assertThat(list.exitCode).isZero();
    assertThat(list.out).contains("SequentialUpgrade", "GradualVersionRollout", "example:");
    assertThat(run("", "rules", "list", "-o", "name").out.lines()).hasSize(10);
    assertThat(json(run("", "rules", "-o", "json").out).get(0).get("type").asText())
        .isEqualTo("SequentialUpgrade");
    assertThat(run("", "rules", "explain", "TimeWindow").out).contains("timezone", "IANA");
    Run slip = run("", "rules", "explain", "TimeWindows");
    assertThat(slip.exitCode).isEqualTo(1);
    assertThat(slip.err).contains("did you mean \"TimeWindow\"?");
  }

  @Test
  void everyCommandHasAHelpWithAnExample() {
    for (String command : new String[] {"select", "forecast", "rules"}) {
      assertThat(run("", command, "--help").out).contains("fleetwright " + command, "Example");
    }
  }

  private static String[] with(String[] first, String last) {
    String[] all = java.util.Arrays.copyOf(first, first.length + 1);
    all[first.length] = last;
    return all;
  }
}
