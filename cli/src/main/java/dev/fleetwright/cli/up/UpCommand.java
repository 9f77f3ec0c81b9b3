package dev.fleetwright.cli.up;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "up",
    description = {
      "Run everything on this machine: API server, broker, clusters with simulated workloads, hub"
          + " and agent.",
      "Runs until Ctrl-C. A second start on the same data continues, also after kill -9."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright up --data ./data --clusters 3",
      "  kubectl --kubeconfig ./data/kubeconfig apply --server-side -f examples/demo"
    })
public final class UpCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private PlatformOptions options = new PlatformOptions();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "${sys:user.home}/.fleetwright/data",
      description = "Where everything is kept (${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  public UpCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (!options.mistake().isEmpty()) {
      throw new ParameterException(spec.commandLine(), options.mistake());
    }
    long started = System.nanoTime();
    try {
      Files.createDirectories(data);
      LogFile.open(data.resolve("fleetwright.log"));
      Platform platform =
          Platform.start(
              new Platform.Settings(
                  data,
                  options.chosenPort(),
                  options.clusters,
                  options.workloadDelay(),
                  options.rabbit(),
                  options.senders(),
                  options.address().text()));
      Shutdown.onSignal(
          platform, () -> console.err().println("stopped; the data stays in " + data));
      Announcement.print(console, platform, data, System.nanoTime() - started);
      if (options.address().isOpen()) {
        Announcement.open(console, data);
      }
      Announcement.next(console, platform);
      new CountDownLatch(1).await();
      return ExitCode.YES;
    } catch (IOException e) {
      console.err().println("fleetwright up: " + StartFailure.text(e));
      console
          .err()
          .println(
              "Next: fleetwright doctor --data "
                  + data
                  + "  (log: "
                  + data.resolve("fleetwright.log")
                  + ")");
      return ExitCode.NO;
    }
  }
}
