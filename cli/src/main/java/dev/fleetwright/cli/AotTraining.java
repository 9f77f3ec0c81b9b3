package dev.fleetwright.cli;

import dev.fleetwright.cli.terminal.Console;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * Runs the short commands once, in silence, so that the JVM can store their classes in the AOT
 * cache that the launcher keeps next to the jar.
 */
public final class AotTraining {

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("--help"),
          List.of("version"),
          List.of("semver", "^1.2.0", "1.4.0", "2.0.0"),
          List.of("semver", ">=1.x.", "1.4.0"),
          List.of("cel", "[1, 2, 3].map(n, n * 2)"),
          List.of("doctor", "--help"),
          List.of("nonsense"));

  private AotTraining() {}

  public static void main(String[] args) {
    try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        InputStream nothing = InputStream.nullInputStream()) {
      for (List<String> command : COMMANDS) {
        Main.run(new Console(nothing, nowhere, nowhere, false), command.toArray(String[]::new));
      }
    } catch (java.io.IOException impossible) {
      throw new java.io.UncheckedIOException(impossible);
    }
  }
}
