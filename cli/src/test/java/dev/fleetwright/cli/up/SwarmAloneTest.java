package dev.fleetwright.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.amqp.BrokerAddress;
import dev.fleetwright.cli.CliRun;
import dev.fleetwright.component.ComponentOptions;
import dev.fleetwright.sample.SampleComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A swarm that runs alone, from its plan to its end, with the sample's bees on real queues. */
class SwarmAloneTest {

  private static final String PLAN = "../examples/swarm/plan.yaml";

  @TempDir Path data;
  private final List<AutoCloseable> bees = new ArrayList<>();
  private Platform platform;

  @BeforeEach
  void start() throws Exception {
    platform = Platform.start(new Platform.Settings(data, 0, 1, Duration.ofMillis(20)));
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable bee : bees) {
      bee.close();
    }
    platform.close();
  }

  private CliRun swarm(String... words) {
    List<String> all = new ArrayList<>(List.of("swarm"));
    all.addAll(List.of(words));
    all.addAll(List.of("--data", data.toString()));
    return CliRun.of(all.toArray(String[]::new));
  }

  private CliRun confirmed(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--timeout", "100"));
    CliRun run = swarm(all.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run;
  }

  private SampleComponent bee(String role, String in, String out) throws Exception {
    BrokerAddress broker = BrokerFile.read(BrokerFile.in(data));
    Map<String, String> environment = new HashMap<>();
    environment.put("SWARM_AMQP", broker.secretUri());
    environment.put("SWARM_ID", "hive");
    environment.put("SWARM_ROLE", role);
    environment.put("SWARM_INSTANCE", "hive_" + role);
    environment.put("SWARM_WORK_IN", in);
    environment.put("SWARM_WORK_OUT", out);
    environment.put("SWARM_ACTUATOR_PORT", "0");
    SampleComponent bee =
        SampleComponent.start(ComponentOptions.fromEnvironment(environment).orThrow(), environment);
    bees.add(bee);
    return bee;
  }

  @Test
  void aSwarmRunsFromItsPlanToItsEnd() throws Exception {
    bee("generator", "", "ph.hive.raw");
    SampleComponent processor = bee("processor", "ph.hive.raw", "ph.hive.done");
    SampleComponent sink = bee("sink", "ph.hive.done", "");
    CliRun created = confirmed("create", "hive", "-f", PLAN, "--idempotency-key", "create-1");
    assertThat(created.out()).contains("idempotencyKey=create-1").contains("✓ confirmed");
    CliRun again = confirmed("create", "hive", "-f", PLAN, "--idempotency-key", "create-1");
    assertThat(again.out()).contains("✓ confirmed");
    confirmed("template", "hive", "-f", PLAN);
    CliRun started = confirmed("start", "hive");
    assertThat(started.out()).contains("✓ confirmed  swarm-start hive: Running");
    long seen = sink.items();
    await(() -> sink.items() > seen + 5);
    CliRun status = swarm("status", "hive");
    assertThat(status.exitCode()).as(status.out() + status.err()).isZero();
    assertThat(status.out()).contains("Running").contains("processor.hive_processor");
    confirmed("config", "hive", "processor", "prefix=X-");
    await(() -> sink.lastItem().startsWith("X-"));
    CliRun refused = swarm("config", "hive", "processor", "prefix=5", "--timeout", "60");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out() + refused.err()).contains("prefix must be a text");
    CliRun unknown = swarm("config", "hive", "procesor", "prefix=X");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("did you mean \"processor\"?");
    CliRun stopped = confirmed("stop", "hive");
    assertThat(stopped.out()).contains(": Stopped");
    assertThat(processor.component().isEnabled()).isFalse();
    assertThat(swarm("list").out()).contains("hive").contains("alone");
    confirmed("remove", "hive");
  }

  private static void await(java.util.function.BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).isNegative();
      Thread.sleep(50);
    }
  }
}
