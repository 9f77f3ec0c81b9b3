package dev.fleetwright.cli.apiserver;

import dev.fleetwright.apiserver.Backups;
import dev.fleetwright.apiserver.security.DirectoryInUse;
import dev.fleetwright.apiserver.security.PrivateFile;
import dev.fleetwright.apiserver.store.Backup;
import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "backup",
    description = {
      "Write everything that a server keeps into one file: objects, certificates and tokens.",
      "The server may run meanwhile. The file holds secrets, so only its owner may read it."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright backup monday.backup --data ./data",
      "  fleetwright restore monday.backup --data ./other"
    })
public final class BackupCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(paramLabel = "FILE", description = "Where the backup goes.")
  private Path target = Path.of("");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "${sys:user.home}/.fleetwright/data",
      description = "The data folder of the server (${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  @Option(names = "--replace", description = "Replace the file where it is there.")
  private boolean replace;

  public BackupCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Path fresh = target.resolveSibling(target.getFileName() + ".new");
    try {
      if (Files.isDirectory(target)) {
        throw new IOException(target + " is a folder; name a file");
      }
      if (Files.exists(target) && !replace) {
        throw new IOException(target + " is there already; --replace writes over it");
      }
      Files.deleteIfExists(fresh);
      write(fresh);
      Backup.Content content = Backups.check(fresh);
      Files.move(
          fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      console
          .out()
          .printf(
              "%s %s: %d objects at version %d, %d bytes%n",
              console.green("✓"), target, content.objects(), content.version(), Files.size(target));
      return ExitCode.YES;
    } catch (IOException e) {
      console.err().println("fleetwright backup: " + IoText.of(e));
      return ExitCode.NO;
    } finally {
      discard(fresh);
    }
  }

  private void write(Path fresh) throws IOException {
    try {
      Backups.copy(data, fresh);
    } catch (DirectoryInUse e) {
      PrivateFile.create(fresh);
      new RunningServer(data).backup(fresh);
    }
  }

  private void discard(Path fresh) {
    try {
      Files.deleteIfExists(fresh);
    } catch (IOException e) {
      console.err().println("could not remove " + IoText.of(e));
    }
  }
}
