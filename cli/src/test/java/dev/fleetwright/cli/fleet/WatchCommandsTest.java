package dev.fleetwright.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fleetwright.api.Crds;
import dev.fleetwright.api.ObjectJson;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.apiserver.ApiServer;
import dev.fleetwright.apiserver.Config;
import dev.fleetwright.cli.CommandLineFactory;
import dev.fleetwright.cli.Main;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.up.Kubeconfigs;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --watch} shows while objects change, while the server is away, and at its end. */
class WatchCommandsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path data;
  private ApiServer server;
  private int port;

  @BeforeEach
  void start() throws IOException {
    server = ApiServer.start(Config.of(data).withPort(port));
    port = server.port();
    server.installDefinitions(
        ApiServer.HUB, new ByteArrayInputStream(Crds.all().getBytes(StandardCharsets.UTF_8)));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void whatChangesAppearsAndWhatStaysTheSameIsNotRepeated() throws Exception {
    world("first");
    try (Watch status = Watch.of(kubeconfig(), "status", "--watch", "-o", "name");
        Watch elsewhere = Watch.of(kubeconfig(), "status", "-w", "-n", "elsewhere")) {
      status.await("world/first\n");
      elsewhere.await("there are no worlds");
      world("second");
      status.await("world/first\n\nworld/first\nworld/second\n");
      try (KubernetesClient client = client()) {
        client.resources(WorldInstance.class).inNamespace("default").withName("first").delete();
      }
      status.await("world/second\n\nworld/second\n");
      assertThat(elsewhere.out()).doesNotContain("second");
    }
  }

  @Test
  void clustersAndReleasesAreWatchedToo() throws Exception {
    try (Watch top = Watch.of(kubeconfig(), "top", "--watch");
        Watch releases = Watch.of(kubeconfig(), "status", "--releases", "--watch")) {
      top.await("there are no clusters");
      releases.await("there are no releases to run");
      cluster("east");
      top.await("east");
      apply(
          """
          apiVersion: release.fleetwright.dev/v1alpha1
          kind: ReleaseTarget
          metadata: {name: t, namespace: default}
          spec: {deployment: physics, environment: test, world: w, resource: {name: east}}
          """);
      releases.await("physics");
    }
  }

  @Test
  void eachEventIsToldOnceAlsoWhenTheServerWasAwayBetween() throws Exception {
    event("one", "Begun");
    try (Watch events = Watch.of(kubeconfig(), "events", "--watch", "--reason", "Begun")) {
      events.await("Widget/default/one");
      event("other", "Ended");
      event("two", "Begun");
      events.await("Widget/default/two");
      server.close();
      events.awaitError("does not answer");
      start();
      event("three", "Begun");
      events.await("Widget/default/three");
      assertThat(events.out().lines().filter(line -> line.contains("Widget/"))).hasSize(3);
      assertThat(events.out().lines().filter(line -> line.startsWith("LAST SEEN"))).hasSize(1);
    }
  }

  @Test
  void aServerThatGoesAwayIsToldOnceAndItGoesOnWhenItIsBack() throws Exception {
    world("first");
    try (Watch status = Watch.of(kubeconfig(), "status", "--watch", "-o", "name")) {
      status.await("world/first\n");
      server.close();
      status.awaitError("the API server does not answer and is asked again: ");
      start();
      status.awaitError("the API server answers again");
      world("second");
      status.await("world/second\n");
      assertThat(status.err().lines()).as(status.err()).hasSize(2);
      assertThat(status.err()).contains("Ctrl-C ends").doesNotContain("Exception");
      assertThat(status.isOver()).isFalse();
    }
  }

  @Test
  void aServerThatIsNotThereAtTheStartIsAMistakeAndNotWaitedFor() throws Exception {
    Path file = kubeconfig();
    server.close();
    for (String command : List.of("status", "top", "events")) {
      Watch watch = Watch.of(file, command, "--watch");
      assertThat(watch.exitCode()).isEqualTo(1);
      assertThat(watch.err())
          .contains("fleetwright " + command + ": the API server cannot be asked: ")
          .contains("127.0.0.1:" + port)
          .contains("Next: ");
    }
  }

  @Test
  void aReaderThatHasGoneEndsIt() throws Exception {
    world("first");
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    for (String command : List.of("status", "top", "events")) {
      Watch watch = Watch.into(closed, kubeconfig(), command, "--watch", "-o", "json");
      assertThat(watch.exitCode()).as(watch.err()).isZero();
      assertThat(watch.err()).doesNotContain("Exception");
    }
  }

  @Test
  void aSignalEndsTheProcessWithoutAWord() throws Exception {
    world("first");
    for (String[] signal : signals()) {
      Path err = data.resolve("err");
      Process process =
          new ProcessBuilder(
                  ProcessHandle.current().info().command().orElse("java"),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "--sun-misc-unsafe-memory-access=allow",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Main.class.getName(),
                  "status",
                  "--watch",
                  "-o",
                  "name",
                  "--kubeconfig",
                  kubeconfig().toString())
              .redirectError(err.toFile())
              .start();
      try (InputStream out = process.getInputStream()) {
        assertThat(new String(out.readNBytes("world/first\n".length()), StandardCharsets.UTF_8))
            .isEqualTo("world/first\n");
        Process kill = new ProcessBuilder("kill", signal[0], String.valueOf(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(Integer.parseInt(signal[1]));
        assertThat(out.readAllBytes()).isEmpty();
        assertThat(err).content().isEmpty();
      } finally {
        process.destroyForcibly();
      }
    }
  }

  /** Whoever was started in the background ignores SIGINT, and so do all that it starts. */
  private static List<String[]> signals() throws IOException {
    Path self = Path.of("/proc/self/status");
    boolean ignored =
        Files.exists(self)
            && Files.readAllLines(self).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    List<String[]> signals = new ArrayList<>();
    signals.add(new String[] {"-TERM", "143"});
    if (!ignored) {
      signals.add(new String[] {"-INT", "130"});
    }
    return signals;
  }

  private Path kubeconfig() {
    return data.resolve("kubeconfig");
  }

  private KubernetesClient client() throws IOException {
    return Kubeconfigs.client(kubeconfig());
  }

  private void world(String name) throws IOException {
    apply(
        """
        apiVersion: game.platform/v1alpha1
        kind: WorldInstance
        metadata: {name: %s, namespace: default}
        spec: {gameRef: {name: g}, worldId: %s, region: r, desiredState: Running}
        """
            .formatted(name, name));
  }

  private void cluster(String name) throws IOException {
    apply(
        """
        apiVersion: cluster.open-cluster-management.io/v1
        kind: ManagedCluster
        metadata: {name: %s}
        spec: {hubAcceptsClient: true}
        """
            .formatted(name));
  }

  private void event(String about, String reason) throws IOException {
    apply(
        """
        apiVersion: v1
        kind: Event
        metadata: {name: e-%s, namespace: default}
        involvedObject: {kind: Widget, namespace: default, name: %s}
        reason: %s
        type: Normal
        message: something
        """
            .formatted(about, about, reason));
  }

  private void apply(String yaml) throws IOException {
    try (KubernetesClient client = client()) {
      HasMetadata object = ObjectJson.SHARED.unmarshal(yaml);
      client.resource(object).create();
    }
  }

  /** A command that runs in this process until it is closed. */
  private static final class Watch implements AutoCloseable {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private final Thread thread;

    private Watch(@Nullable OutputStream into, String[] words) {
      Console console =
          new Console(
              InputStream.nullInputStream(),
              new PrintStream(into == null ? out : into, true, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              false);
      thread =
          Thread.ofPlatform().start(() -> end.complete(CommandLineFactory.run(console, words)));
    }

    static Watch of(Path kubeconfig, String... words) {
      return into(null, kubeconfig, words);
    }

    static Watch into(@Nullable OutputStream stream, Path kubeconfig, String... words) {
      String[] all = Arrays.copyOf(words, words.length + 2);
      all[words.length] = "--kubeconfig";
      all[words.length + 1] = kubeconfig.toString();
      return new Watch(stream, all);
    }

    String out() {
      return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
      return err.toString(StandardCharsets.UTF_8);
    }

    boolean isOver() {
      return end.isDone();
    }

    int exitCode() throws Exception {
      return end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    void await(String text) throws InterruptedException {
      until(() -> out().contains(text), text);
    }

    void awaitError(String text) throws InterruptedException {
      until(() -> err().contains(text), text);
    }

    private void until(BooleanSupplier condition, String what) throws InterruptedException {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (!condition.getAsBoolean()) {
        assertThat(System.nanoTime())
            .as("waiting for %s in\n%s\n%s", what, out(), err())
            .isLessThan(deadline);
        Thread.sleep(20);
      }
    }

    @Override
    public void close() {
      thread.interrupt();
      end.join();
    }
  }
}
