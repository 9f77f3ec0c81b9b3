package dev.fleetwright.cli;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "version",
    description = "Print the version of Fleetwright and of the Java that runs it.",
    footerHeading = "%nExample:%n",
    footer = "  fleetwright version")
final class VersionCommand implements Callable<Integer> {

  private final Console console;

  VersionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    String version = VersionCommand.class.getPackage().getImplementationVersion();
    console
        .out()
        .println(
            "fleetwright "
                + (version == null ? "(unpackaged)" : version)
                + " (Java "
                + Runtime.version()
                + ", "
                + System.getProperty("os.name")
                + " "
                + System.getProperty("os.arch")
                + ")");
    return ExitCode.YES;
  }
}
