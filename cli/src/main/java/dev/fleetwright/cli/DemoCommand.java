package dev.fleetwright.cli;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "demo",
    description = "Run what there is so far on built-in samples: ranges, expressions, documents.",
    footerHeading = "%nExample:%n",
    footer = "  fleetwright demo")
final class DemoCommand implements Callable<Integer> {

  private final Console console;

  DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    console.out().println("hello");
    return ExitCode.YES;
  }
}
