package dev.fleetwright.cli.apiserver;

import dev.fleetwright.apiserver.Backups;
import dev.fleetwright.apiserver.store.Backup;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "restore",
    description = {
      "Put a backup into a data folder on which no server runs.",
      "Clients start over with fresh lists: versions of objects jump ahead, so that none is ever"
          + " given out twice."
    },
    footerHeading = "%nExample:%n",
    footer = "  fleetwright restore monday.backup --data ./data --replace")
public final class RestoreCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(paramLabel = "FILE", description = "The backup.")
  private Path backup = Path.of("");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "${sys:user.home}/.fleetwright/data",
      description = "The data folder (${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  @Option(names = "--replace", description = "Replace the data that is there; it is lost.")
  private boolean replace;

  public RestoreCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try {
      Backup.Content content = Backups.restore(backup, data, replace);
      console
          .out()
          .printf("%s %d objects restored into %s%n", console.green("✓"), content.objects(), data);
      console.out().println("Next: fleetwright up --data " + data);
      return ExitCode.YES;
    } catch (IOException e) {
      console.err().println("fleetwright restore: " + IoText.of(e));
      return ExitCode.NO;
    }
  }
}
