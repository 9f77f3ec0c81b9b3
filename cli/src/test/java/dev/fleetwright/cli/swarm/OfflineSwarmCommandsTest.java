package dev.fleetwright.cli.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.cli.CliRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfflineSwarmCommandsTest {

  private static final String START =
      """
      {"signal": "swarm-start", "swarmId": "swarm-42", "idempotencyKey": "a1c3-1111-2222-9f",
       "correlationId": "attempt-001-aaaa-bbbb", "messageId": "msg-123",
       "timestamp": "2025-09-12T12:30:00Z"}
      """;

  @Test
  void theWavesOfTheSample() {
    CliRun run = CliRun.of("swarm", "order", "-f", "../examples/swarm/plan.yaml");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            WAVE   START       STOP
            1      generator   sink
            2      processor   processor
            3      sink        generator
            """);
    CliRun json = CliRun.of("swarm", "order", "-f", "../examples/swarm/plan.yaml", "-o", "json");
    assertThat(json.out().replaceAll("\\s", ""))
        .isEqualTo(
            "{\"start\":[[\"generator\"],[\"processor\"],[\"sink\"]],"
                + "\"stop\":[[\"sink\"],[\"processor\"],[\"generator\"]]}");
  }

  @Test
  void aCycleIsNamed() {
    CliRun run =
        CliRun.withInput(
            """
            id: loop
            bees:
              - {role: a, work: {in: [q2], out: [q1]}}
              - {role: b, work: {in: [q1], out: [q2]}}
              - {role: c, work: {in: [q1]}}
            """,
            "swarm",
            "order",
            "-f",
            "-");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("[cyclic-plan]").contains("a -[q1]-> b -[q2]-> a");
  }

  @Test
  void everyMistakeOfAPlanIsShownWithItsPlace() {
    CliRun run =
        CliRun.withInput(
            """
            id: a.b
            bees:
              - {role: "x y", imge: i}
              - {role: observer, work: {in: [q, q]}}
            """,
            "swarm",
            "order",
            "-f",
            "-");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("<stdin>:3:19: error: bees[0].imge: unknown field")
        .contains("did you mean \"image\"?");
    CliRun names =
        CliRun.withInput(
            "{id: a.b, bees: [{role: x y}, {role: observer, work: {in: [q, q]}}]}",
            "swarm",
            "order",
            "-f",
            "-");
    assertThat(names.exitCode()).isEqualTo(1);
    assertThat(names.err())
        .contains("id: a name in a routing key contains '.'")
        .contains("bees[0].role: a name in a routing key contains white space")
        .contains("[reserved-role]")
        .contains("[duplicate-value]");
  }

  @Test
  void aFileWithoutAPlanIsNoPlan(@TempDir Path folder) {
    assertThat(CliRun.of("swarm", "order", "-f", folder.resolve("none.yaml").toString()).exitCode())
        .isEqualTo(1);
    CliRun empty = CliRun.withInput("", "swarm", "order", "-f", "-");
    assertThat(empty.exitCode()).isEqualTo(1);
    assertThat(empty.err()).contains("[no-plan]");
    CliRun two = CliRun.withInput("{id: a}\n---\n{id: b}\n", "swarm", "order", "-f", "-");
    assertThat(two.exitCode()).isEqualTo(1);
    assertThat(two.err()).contains("there are 2 documents");
    assertThat(CliRun.of("swarm", "order").exitCode()).isEqualTo(2);
  }

  @Test
  void aMessageOfTheSpecificationIsValid() {
    CliRun run = CliRun.withInput(START, "swarm", "validate", "sig.swarm-start.swarm-42");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("✓ valid: swarm-start swarm-42\n");
  }

  @Test
  void everyReasonOfAnInvalidMessageIsShown() {
    CliRun run =
        CliRun.withInput(
            """
            {"signal": "swarm-stop", "swarmId": "other", "idempotencyKey": "", "timestamp": "now",
             "extra": 1}
            """,
            "swarm",
            "validate",
            "sig.swarm-start.swarm-42");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("signal")
        .contains("swarmId")
        .contains("idempotencyKey")
        .contains("correlationId")
        .contains("messageId")
        .contains("timestamp")
        .contains("extra");
    CliRun json =
        CliRun.withInput("{", "swarm", "validate", "sig.swarm-start.swarm-42", "-o", "json");
    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.out()).contains("\"valid\" : false").contains("\"code\" : \"not-json\"");
  }

  @Test
  void aKeyThatDoesNotExistIsRefusedWithACaret() {
    for (String key :
        new String[] {"", "sig", "sig.swarm-strat.x", "ev.ready.swarm-create.x", "a b"}) {
      CliRun run = CliRun.withInput(START, "swarm", "validate", key);
      assertThat(run.exitCode()).as(key).isEqualTo(1);
      assertThat(run.err()).as(key).contains("[invalid-routing-key]");
      assertThat(run.err().contains("^")).as(key).isEqualTo(!key.isEmpty());
    }
  }

  @Test
  void whoReceivesItMatters() {
    assertThat(
            CliRun.withInput(
                    START,
                    "swarm",
                    "validate",
                    "sig.swarm-start.swarm-42",
                    "--receiver",
                    "component")
                .exitCode())
        .isEqualTo(1);
    assertThat(
            CliRun.withInput(
                    START,
                    "swarm",
                    "validate",
                    "sig.swarm-start.swarm-42",
                    "--receiver",
                    "controller")
                .exitCode())
        .isZero();
  }

  @Test
  void aHugeBodyIsRefusedAndNotReadToItsEnd() {
    CliRun run =
        CliRun.withInput(
            "\"" + "x".repeat(2_000_000) + "\"", "swarm", "validate", "sig.swarm-start.swarm-42");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("[body-too-large]");
  }

  @Test
  void withoutAServerACommandSaysHowToGetOne(@TempDir Path folder) {
    for (String command : new String[] {"start", "status"}) {
      CliRun run = CliRun.of("swarm", command, "hive", "--data", folder.toString());
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .contains("Next:")
          .contains("fleetwright up")
          .doesNotContain("Exception");
    }
    CliRun watch = CliRun.of("swarm", "watch", "--data", folder.toString());
    assertThat(watch.exitCode()).isEqualTo(1);
    assertThat(watch.err()).contains("there is no file").doesNotContain("Exception");
  }

  @Test
  void allMistakesOfACommandAtOnce() {
    CliRun run =
        CliRun.withInput(
            "{id: other, bees: [{role: a, work: {in: [q], out: [q]}}]}",
            "swarm",
            "create",
            "a.b",
            "-f",
            "-",
            "--timeout",
            "0",
            "--idempotency-key",
            " ");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("ID: a name in a routing key contains '.'")
        .contains("--timeout: it must be at least 1 second")
        .contains("[wrong-id]")
        .contains("[cyclic-plan]")
        .contains("--idempotency-key: a key has");
  }

  @Test
  void withoutASubcommandItShowsItsHelp() {
    CliRun run = CliRun.of("swarm");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("order").contains("dead-letters").contains("watch");
    assertThat(CliRun.of("swarm", "dead-letters").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("swarm", "start", "--help").exitCode()).isZero();
  }
}
