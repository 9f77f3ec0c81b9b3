package dev.fleetwright.cli;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

@Command(
    name = "fleetwright",
    description =
        "Takes modular applications from their definition to a fleet of clusters and back, and says"
            + " why at each step.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = {
      "  fleetwright demo",
      "",
      "Exit codes: 0 the answer is yes, 1 it is no or the input is invalid, 2 wrong usage."
    })
final class RootCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @CommandLine.Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help.")
  private boolean help;

  @CommandLine.Option(names = "--version", description = "Same as the command version.")
  private boolean version;

  RootCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (version) {
      return new VersionCommand(console).call();
    }
    spec.commandLine().usage(console.err());
    return help ? ExitCode.YES : ExitCode.USAGE;
  }
}
