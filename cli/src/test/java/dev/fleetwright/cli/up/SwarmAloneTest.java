package dev.fleetwright.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.cli.CliRun;
import dev.fleetwright.cli.sample.SampleSwarm;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A swarm that runs alone, from its plan to its end. The pods of the sample really run, so that
 * every word of theirs, and every item, goes over the broker.
 */
class SwarmAloneTest {

  private static final String PLAN = "../examples/swarm/plan.yaml";
  private static final String ACTUATOR = "swarm.fleetwright.dev/actuator";

  @TempDir Path data;
  private Platform platform;

  @BeforeEach
  void start() throws Exception {
    platform = Platform.start(settings());
  }

  private Platform.Settings settings() {
    return new Platform.Settings(data, 0, 1, Duration.ofMillis(20));
  }

  @AfterEach
  void stop() {
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

  @Test
  void aSwarmRunsFromItsPlanToItsEnd() throws Exception {
    CliRun created = confirmed("create", "hive", "-f", PLAN, "--idempotency-key", "create-1");
    assertThat(created.out()).contains("idempotencyKey=create-1").contains("✓ confirmed");
    CliRun again = confirmed("create", "hive", "-f", PLAN, "--idempotency-key", "create-1");
    assertThat(again.out()).contains("✓ confirmed");
    confirmed("template", "hive", "-f", PLAN);
    CliRun started = confirmed("start", "hive");
    assertThat(started.out()).contains("✓ confirmed  swarm-start hive: Running");
    long seen = items("sink");
    await("items arrive", () -> items("sink") > seen + 5);
    CliRun status = swarm("status", "hive");
    assertThat(status.exitCode()).as(status.out() + status.err()).isZero();
    assertThat(status.out()).contains("Running").contains("processor.hive_processor");
    confirmed("config", "hive", "processor", "prefix=X-");
    await("the setting has its effect", () -> swarm("status", "hive").out().contains("X-ITEM-"));
    CliRun refused = swarm("config", "hive", "processor", "prefix=5", "--timeout", "60");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out() + refused.err()).contains("prefix must be a text");
    CliRun unknown = swarm("config", "hive", "procesor", "prefix=X");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("did you mean \"processor\"?");
    CliRun stopped = confirmed("stop", "hive");
    assertThat(stopped.out()).contains(": Stopped");
    assertThat(swarm("status", "hive").out())
        .contains("generator.hive_generator")
        .doesNotContain("  enabled");
    assertThat(swarm("list").out()).contains("hive").contains("alone");
    confirmed("remove", "hive");
    assertThat(bees()).isEmpty();
  }

  @Test
  void theSampleStartsInOneStepAndAgainAfterAStopOfEverything() throws Exception {
    assertThat(sample()).isTrue();
    assertThat(sample()).as("what runs stays").isTrue();
    await("items arrive", () -> items("sink") > 3);
    platform.close();
    platform = Platform.start(settings());
    await("it runs again", () -> swarm("status", "hive").out().contains("3/3"));
    await("and works", () -> items("sink") > 3);
  }

  @Test
  void settingsForAProgramThatDoesNotSpeakAreRefusedAtOnce() throws Exception {
    Path mute = data.resolve("mute.yaml");
    Files.writeString(
        mute, Files.readString(Path.of(PLAN)).replace("fleetwright/swarm-sample", "shop/mute"));
    confirmed("create", "hive", "-f", mute.toString());
    confirmed("template", "hive", "-f", mute.toString());
    confirmed("start", "hive");
    CliRun refused = swarm("config", "hive", "sink", "batch=1", "--timeout", "100");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out()).contains("not-listening").contains("swarm-component.md");
  }

  @Test
  void aProgramThatDoesNotStartIsAPodThatCrashes() throws Exception {
    Path wrong = data.resolve("wrong.yaml");
    Files.writeString(
        wrong, Files.readString(Path.of(PLAN)).replace("everyMillis: 100", "everyMillis: -1"));
    confirmed("create", "hive", "-f", wrong.toString());
    confirmed("template", "hive", "-f", wrong.toString());
    CliRun started = swarm("start", "hive", "--no-wait");
    assertThat(started.exitCode()).isZero();
    await(
        "the pod says why",
        () ->
            pods().stream()
                .flatMap(pod -> pod.getStatus().getContainerStatuses().stream())
                .map(container -> container.getState().getWaiting())
                .anyMatch(waiting ->
                    waiting != null
                        && waiting.getReason().equals("CrashLoopBackOff")
                        && waiting.getMessage().contains("everyMillis")));
  }

  private boolean sample() throws Exception {
    return SampleSwarm.start(BrokerFile.read(BrokerFile.in(data)), Duration.ofSeconds(100))
        .succeeded();
  }

  private List<Deployment> bees() {
    return read(cluster -> cluster.apps().deployments().inAnyNamespace().list().getItems());
  }

  private List<Pod> pods() {
    return read(cluster -> cluster.pods().inAnyNamespace().list().getItems());
  }

  private <T> T read(Function<KubernetesClient, T> question) {
    Config config = Config.fromKubeconfig("cluster1", data.resolve("kubeconfig").toFile());
    try (KubernetesClient cluster = new KubernetesClientBuilder().withConfig(config).build()) {
      return question.apply(cluster);
    }
  }

  /** What the Actuator of a bee says, at the address that its workload names. */
  private long items(String bee) throws Exception {
    String url =
        bees().stream()
            .filter(one -> one.getMetadata().getName().equals(bee))
            .map(one -> one.getMetadata().getAnnotations().get(ACTUATOR))
            .findFirst()
            .orElseThrow();
    try (HttpClient client = HttpClient.newHttpClient()) {
      String text =
          client
              .send(
                  HttpRequest.newBuilder(URI.create(url + "/prometheus")).build(),
                  HttpResponse.BodyHandlers.ofString())
              .body();
      Matcher figure = Pattern.compile("(?m)^sample_items_total\\S* (\\d+)").matcher(text);
      assertThat(figure.find()).as(text).isTrue();
      return Long.parseLong(figure.group(1));
    }
  }

  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime() - end).as(what).isNegative();
      Thread.sleep(50);
    }
  }
}
