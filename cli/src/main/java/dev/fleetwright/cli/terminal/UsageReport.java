package dev.fleetwright.cli.terminal;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Answers a wrong call: what is wrong, what was probably meant, where the help is. Not the whole
 * help.
 */
public final class UsageReport implements CommandLine.IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException exception, String[] args) {
    CommandLine command = exception.getCommandLine();
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    err.println(name + ": " + exception.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(exception, err);
    err.println("Try: " + name + " --help");
    return ExitCode.USAGE;
  }
}
