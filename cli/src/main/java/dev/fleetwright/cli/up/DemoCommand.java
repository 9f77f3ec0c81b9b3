package dev.fleetwright.cli.up;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import dev.fleetwright.cli.terminal.LiveBlock;
import dev.fleetwright.cli.terminal.Table;
import dev.fleetwright.cli.view.FleetView;
import dev.fleetwright.cli.view.ReleaseView;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiFunction;
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
      "  fleetwright demo",
      "  fleetwright demo --tour",
      "  fleetwright demo --once --clusters 5",
      "",
      "With --once it exits 0 when the world runs on every cluster and the combined status is"
          + " right, else 1.",
      "With --tour also when something in the tour did not go as it tells."
    })
public final class DemoCommand implements Callable<Integer> {

  private static final long POLL_MILLIS = 100;

  private final Console console;
  private final BiFunction<Console, String[], Integer> commands;

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
      names = "--tour",
      description =
          "Play the tour and exit; on a terminal each command waits for Enter. Without it the tour"
              + " is printed, to be pasted.")
  private boolean plays;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      defaultValue = "120",
      description = "Seconds to wait (${DEFAULT-VALUE}).")
  private int timeoutSeconds = 120;

  /**
   * @param commands runs a command line in this process
   */
  public DemoCommand(Console console, BiFunction<Console, String[], Integer> commands) {
    this.console = console;
    this.commands = commands;
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
                  options.senders(),
                  options.address().text()));
      Shutdown.onSignal(platform, () -> cleanUp(folder, temporary));
      try {
        Announcement.print(console, platform, folder, System.nanoTime() - started);
        if (options.address().isOpen()) {
          Announcement.open(console, folder);
        }
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
      if (!watch(platform, started)) {
        return false;
      }
      if (once && !plays) {
        return true;
      }
      String home = System.getProperty("fleetwright.home");
      TourGuide guide =
          new TourGuide(
              console,
              TourPlace.find(home == null ? null : Path.of(home), folder, platform.kubeconfig()),
              Tour.of(platform.clusters()));
      if (plays) {
        return guide.play(platform.kubeconfig(), commands);
      }
      guide.print();
      new CountDownLatch(1).await();
      return true;
    } catch (RuntimeException e) {
      if (platform.isClosed()) {
        // Ctrl-C in the middle: what was under way fails, and that is no defect.
        new CountDownLatch(1).await();
      }
      throw e;
    }
  }

  /** Shows how the world comes up: in place on a terminal, else a line for each change. */
  private boolean watch(Platform platform, long started) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutSeconds * 1_000_000_000L;
    LiveBlock block = new LiveBlock(console);
    String last = "";
    while (true) {
      DemoState state = DemoState.read(platform.client());
      boolean done = state.isDone(platform.clusters().size());
      boolean over = done || System.nanoTime() > deadline;
      if (console.live()) {
        block.show(picture(platform.client(), System.nanoTime() - started));
      } else if (!state.line().equals(last)) {
        console.out().printf("%6.1f s  %s%n", (System.nanoTime() - started) / 1e9, state.line());
        console.out().flush();
        last = state.line();
      }
      if (over) {
        report(state, done, started);
        return done;
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** Both tables of status, as they are now. */
  private String picture(KubernetesClient client, long nanos) {
    ReleaseView releases =
        ReleaseView.of(client.resources(ReleaseTarget.class).inAnyNamespace().list().getItems());
    return nanos / 1_000_000_000L
        + " s\n"
        + FleetView.of(
                client.resources(WorldInstance.class).inAnyNamespace().list().getItems(),
                client.resources(ManifestWork.class).inAnyNamespace().list().getItems(),
                client.resources(ManagedCluster.class).list().getItems())
            .table(console)
        + (releases.rows().isEmpty() ? "" : "\n" + releases.table(console));
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
