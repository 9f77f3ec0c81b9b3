package dev.fleetwright.cli.fleet;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** An object as people name it: {@code KIND/NAME}. */
record KindName(String kind, String name) {

  /**
   * @throws ParameterException when it is not of that form
   */
  static KindName parse(CommandSpec spec, String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
      throw new ParameterException(spec.commandLine(), "expected KIND/NAME, not " + text);
    }
    return new KindName(parts[0], parts[1]);
  }
}
