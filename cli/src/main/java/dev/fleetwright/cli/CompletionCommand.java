package dev.fleetwright.cli;

import dev.fleetwright.cli.terminal.Console;
import dev.fleetwright.cli.terminal.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    description = "Print a completion script for bash or zsh.",
    footerHeading = "%nExample:%n",
    footer = "  source <(fleetwright completion)")
final class CompletionCommand implements Callable<Integer> {

  /** The script serves both: in zsh it loads bashcompinit by itself. */
  enum Shell {
    bash,
    zsh
  }

  private final Console console;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "SHELL",
      defaultValue = "bash",
      description = "${COMPLETION-CANDIDATES}; one script serves both.")
  private Shell shell = Shell.bash;

  CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    console.out().print(AutoComplete.bash("fleetwright", spec.root().commandLine()));
    console
        .out()
        .println(
            "# "
                + shell
                + ": add  source <(fleetwright completion "
                + shell
                + ")  to your profile");
    console.out().flush();
    return ExitCode.YES;
  }
}
