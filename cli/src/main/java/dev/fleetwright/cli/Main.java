package dev.fleetwright.cli;

import dev.fleetwright.cli.terminal.Console;

/**
 * The entry point: wires the commands to this process's streams and exits with the command's code.
 */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(Console.ofProcess(), args));
  }

  static int run(Console console, String... args) {
    return CommandLineFactory.run(console, args);
  }
}
