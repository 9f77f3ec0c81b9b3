package dev.fleetwright.cli.up;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "demo",
    description = {
      "Run everything with a sample game: time source, physics and interaction, bound to each"
          + " other, released,",
      "rendered, delivered to every cluster, started, and reported back in one table."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright demo --once --clusters 5",
      "",
      "With --once it exits 0 when the world runs on every cluster and the combined status is"
          + " right, else 1."
    })
public final class DemoCommand implements Callable<Integer> {

  private static final long POLL_MILLIS = 100;

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private PlatformOptions options = new PlatformOptions();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep everything there; default: a temporary folder.")
  private @Nullable Path data;

  @Option(names = "--once", description = "Exit when the world runs.")
  private boolean once;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      defaultValue = "120",
      description = "Seconds to wait (${DEFAULT-VALUE}).")
  private int timeoutSeconds = 120;

  public DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (!options.mistake().isEmpty()) {
      throw new ParameterException(spec.commandLine(), options.mistake());
    }
    long started = System.nanoTime();
    Path given = data;
    boolean temporary = given == null;
    try {
      Path folder = given == null ? Files.createTempDirectory("fleetwright-demo") : given;
      Files.createDirectories(folder);
      LogFile.open(folder.resolve("fleetwright.log"));
      Platform platform =
          Platform.start(
              new Platform.Settings(
                  folder,
                  options.chosenPort(),
                  options.clusters,
                  options.workloadDelay(),
                  options.rabbit(),
                  options.senders()));
      Shutdown.onSignal(platform, () -> cleanUp(folder, temporary));
      try {
        Announcement.print(console, platform, folder, System.nanoTime() - started);
        console.out().println();
        return run(platform, folder, started) ? ExitCode.YES : ExitCode.NO;
      } finally {
        platform.close();
        cleanUp(folder, temporary);
      }
    } catch (IOException e) {
      console.err().println("fleetwright demo: " + StartFailure.text(e));
      console.err().println("Next: fleetwright doctor");
      return ExitCode.NO;
    }
  }

  private boolean run(Platform platform, Path folder, long started)
      throws IOException, InterruptedException {
    try {
      SampleGame.apply(platform.client());
      boolean right = watch(platform, started);
      if (!once && right) {
        tour(folder);
        new CountDownLatch(1).await();
      }
      return right;
    } catch (RuntimeException e) {
      if (platform.isClosed()) {
        // Ctrl-C in the middle: what was under way fails, and that is no defect.
        new CountDownLatch(1).await();
      }
      throw e;
    }
  }

  /** Prints a line whenever the world changes, and the tables at the end. */
  private boolean watch(Platform platform, long started) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutSeconds * 1_000_000_000L;
    String last = "";
    while (true) {
      DemoState state = DemoState.read(platform.client());
      String line =
          state.phase()
              + "  "
              + state.running()
              + "/"
              + state.total()
              + " clusters"
              + (state.message().isEmpty() ? "" : "  " + state.message());
      if (!line.equals(last)) {
        console.out().printf("%6.1f s  %s%n", (System.nanoTime() - started) / 1e9, line);
        console.out().flush();
        last = line;
      }
      boolean done = state.isDone(platform.clusters().size());
      if (done || System.nanoTime() > deadline) {
        report(state, done, started);
        return done;
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private void report(DemoState state, boolean done, long started) {
    Table table = new Table("DEPLOYMENT", "CLUSTERS × AVAILABLE", "NOT AS DESIRED");
    for (DemoState.Row row : state.deployments()) {
      table.row(
          row.name(),
          row.available(),
          row.notAsDesired() < 0 ? "?" : Integer.toString(row.notAsDesired()));
    }
    console.out().println();
    console.out().print(table.render());
    console.out().println();
    console
        .out()
        .printf(
            done
                ? console.green("✓") + " world %s runs on %d of %d clusters after %.1f s%n"
                : console.red("✗") + " world %s runs on %d of %d clusters only, after %.1f s%n",
            SampleGame.WORLD,
            state.running(),
            state.total(),
            (System.nanoTime() - started) / 1e9);
    console.out().flush();
  }

  private void tour(Path folder) {
    console.out().println("Try, in another terminal:");
    console.out().println("  export KUBECONFIG=" + folder.resolve("kubeconfig"));
    console.out().println("  kubectl get world,capbind -n " + SampleGame.NAMESPACE);
    console.out().println("  kubectl --context cluster1 get deployments -A");
    console.out().println("  kubectl get combinedstatuses -A -o yaml");
    console
        .out()
        .println(
            "  kubectl patch world "
                + SampleGame.WORLD
                + " -n "
                + SampleGame.NAMESPACE
                + " --type merge -p '{\"spec\":{\"desiredState\":\"Stopped\"}}'");
    console
        .out()
        .println("  fleetwright why world/" + SampleGame.WORLD + " -n " + SampleGame.NAMESPACE);
    console.out().println("Ctrl-C stops everything.");
    console.out().flush();
  }

  private static void cleanUp(Path folder, boolean temporary) {
    if (!temporary || !Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // A temporary folder that stays is the system's to clean.
      System.err.println("could not remove " + folder + ": " + e.getMessage());
    }
  }
}
