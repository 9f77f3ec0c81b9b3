package dev.fleetwright.cli.terminal;

import picocli.CommandLine;

/** Answers an exception that no command expected: it is a defect of ours, and says so. */
public final class DefectReport implements CommandLine.IExecutionExceptionHandler {

  private final Console console;

  public DefectReport(Console console) {
    this.console = console;
  }

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine commandLine, CommandLine.ParseResult parseResult) {
    String name = commandLine.getCommandSpec().qualifiedName();
    console.err().println(name + ": this is a defect of Fleetwright: " + exception);
    exception.printStackTrace(console.err());
    return ExitCode.DEFECT;
  }
}
