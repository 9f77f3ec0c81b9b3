package dev.fleetwright.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.cli.CliRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The swarm commands against everything that {@code up} runs, through its real ports. */
class SwarmFlowTest {

  private static final String SWARM = SampleGame.NAMESPACE + "_" + SampleGame.WORLD + "_cluster1";

  @TempDir static Path data;
  private static Platform platform;

  @BeforeAll
  static void start() throws Exception {
    platform = Platform.start(new Platform.Settings(data, 0, 1, Duration.ofMillis(20)));
    SampleGame.apply(platform.client());
    await("Running", () -> DemoState.read(platform.client()).isDone(1));
  }

  @AfterAll
  static void stop() {
    platform.close();
    assertThat(BrokerFile.in(data)).doesNotExist();
  }

  private static CliRun swarm(String... words) {
    List<String> all = new ArrayList<>(List.of("swarm"));
    all.addAll(List.of(words));
    all.addAll(List.of("--data", data.toString()));
    return CliRun.of(all.toArray(String[]::new));
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as(what).isNegative();
      Thread.sleep(50);
    }
  }

  @Test
  void theBrokersPasswordIsForItsUserOnly() throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(BrokerFile.in(data))))
        .isEqualTo("rw-------");
    String password = BrokerFile.read(BrokerFile.in(data)).password();
    assertThat(swarm("list").out()).doesNotContain(password);
  }

  @Test
  void theServersMetricsHaveTheFiguresOfTheHubAndOfCommands() {
    String figures = platform.client().raw("/metrics");
    assertThat(figures)
        .contains("\napiserver_request_total{")
        .contains("\nfleetwright_reconcile_total{")
        .contains(
            "\nfleetwright_swarm_commands_total"
                + "{actor=\"orchestrator\",signal=\"swarm-start\",result=\"success\"} ");
    assertThat(figures.lines().filter(line -> line.startsWith("# TYPE"))).doesNotHaveDuplicates();
    assertThat(figures).as("ids are no labels").doesNotContain(SWARM);
  }

  @Test
  void aSwarmOfAWorldStopsAndStartsThroughItsDesiredState() throws Exception {
    CompletableFuture<CliRun> watching =
        CompletableFuture.supplyAsync(
            () -> swarm("watch", "--swarm", SWARM, "--no-status", "--count", "2"),
            Thread::startVirtualThread);
    // The watch has its queue once it hears; stop and start until it does.
    CliRun stop = swarm("stop", SWARM, "--timeout", "60");
    assertThat(stop.exitCode()).as(stop.out() + stop.err()).isZero();
    assertThat(stop.out())
        .contains("desiredState Stopped, on all its clusters")
        .contains("→ swarm-stop " + SWARM + "  idempotencyKey=")
        .contains("correlationId=")
        .contains("✓ confirmed  swarm-stop " + SWARM + ": Stopped");
    CliRun again = swarm("stop", SWARM, "--timeout", "60");
    assertThat(again.exitCode()).isZero();
    assertThat(again.out()).contains("is Stopped already");
    CliRun list = swarm("list");
    assertThat(list.out())
        .contains(SWARM)
        .contains("world")
        .contains("cluster1")
        .contains("Stopped");
    CliRun start = swarm("start", SWARM, "--timeout", "60");
    assertThat(start.exitCode()).as(start.out() + start.err()).isZero();
    assertThat(start.out()).contains("✓ confirmed  swarm-start " + SWARM + ": Running");
    CliRun status = swarm("status", SWARM);
    assertThat(status.exitCode()).as(status.out() + status.err()).isZero();
    assertThat(status.out()).contains(SWARM).contains("Running");
    CliRun noWait = swarm("stop", SWARM, "--no-wait", "-o", "json");
    assertThat(noWait.exitCode()).isZero();
    assertThat(noWait.out()).contains("\"result\" : \"sent\"");
    CliRun back = swarm("start", SWARM, "--timeout", "60", "-o", "json");
    assertThat(back.exitCode()).as(back.out() + back.err()).isZero();
    assertThat(back.out()).contains("\"result\" : \"success\"");
    assertThat(watching.get(60, TimeUnit.SECONDS))
        .satisfies(watched -> {
          assertThat(watched.exitCode()).as(watched.err()).isZero();
          assertThat(watched.out().lines()).hasSize(2);
          assertThat(watched.out()).contains(SWARM);
        });
  }

  @Test
  void whatBelongsToTheWorldIsRefused() {
    for (String[] words :
        new String[][] {
          {"remove", SWARM},
          {"create", SWARM, "-f", "../examples/swarm/plan.yaml"},
          {"template", SWARM, "-f", "../examples/swarm/plan.yaml"}
        }) {
      CliRun run = swarm(words);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("[swarm-of-a-world]").contains("fix:");
    }
    CliRun unknown = swarm("start", "no_such_world");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("there is no world such in namespace no");
  }

  @Test
  void aDeadLetterIsListedAndSentAgain() throws Exception {
    String key = "sig.swarm-stop." + SWARM;
    publish(key, "{\"swarmId\": \"other\u001b[31m\"}");
    await(
        "it is listed", () -> swarm("dead-letters", "list", "-o", "json").out().contains("other"));
    CliRun list = swarm("dead-letters", "list", "-o", "wide");
    assertThat(list.out()).contains(key).doesNotContain("\u001b");
    assertThat(swarm("dead-letters", "list", "--swarm", "nothing").out()).isEmpty();
    assertThat(swarm("dead-letters", "replay").exitCode()).isEqualTo(2);
    CliRun unknown = swarm("dead-letters", "replay", "nope-1", "nope-2");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("nope-1").contains("nope-2");
    String id = swarm("dead-letters", "list", "-o", "name").out().lines().findFirst().orElseThrow();
    CliRun dry = swarm("dead-letters", "replay", id, "--dry-run");
    assertThat(dry.out()).contains("would send " + key);
    CliRun replay = swarm("dead-letters", "replay", id);
    assertThat(replay.exitCode()).as(replay.out() + replay.err()).isZero();
    assertThat(replay.out()).contains("✓ sent  " + key).contains("1 sent, 0 kept");
    await(
        "it is refused again, as a new letter",
        () -> {
          CliRun now = swarm("dead-letters", "list", "-o", "name");
          return !now.out().contains(id) && !now.out().isEmpty();
        });
  }

  @Test
  void aSwarmThatNobodyKnowsIsSaidSo() {
    CliRun status = swarm("status", "nobody", "--timeout", "1");
    assertThat(status.exitCode()).isEqualTo(1);
    assertThat(status.err()).contains("there is no swarm nobody");
    CliRun start = swarm("start", "nobody");
    assertThat(start.exitCode()).isEqualTo(1);
    assertThat(start.err()).contains("there is no swarm nobody");
    CliRun config = swarm("config", "nobody", "bee", "x=1");
    assertThat(config.exitCode()).isEqualTo(1);
    assertThat(config.err()).contains("there is no plan of a swarm nobody");
    CliRun wrong = swarm("config", "nobody", "role/instance", "x", "=1", "a=1", "a=2");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err())
        .contains("x: a setting is NAME=VALUE")
        .contains("a=2: the setting is given twice");
  }

  private static void publish(String key, String body) throws Exception {
    BrokerAddress address = BrokerFile.read(BrokerFile.in(data));
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(address.host());
    factory.setPort(address.port());
    factory.setUsername(address.user());
    factory.setPassword(address.password());
    try (Connection connection = factory.newConnection("stranger");
        Channel channel = connection.createChannel()) {
      channel.confirmSelect();
      channel.basicPublish(
          "ph.control", key, new AMQP.BasicProperties(), body.getBytes(StandardCharsets.UTF_8));
      channel.waitForConfirmsOrDie(10_000);
    }
  }
}
