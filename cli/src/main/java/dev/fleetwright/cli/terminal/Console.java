package dev.fleetwright.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The streams of a command: data to {@code out}, messages to {@code err}. UTF-8 whatever the
 * locale, so that the same input gives the same bytes on every machine.
 *
 * @param live whether {@code out} is a terminal that can show something again in its place
 */
public record Console(
    InputStream in, PrintStream out, PrintStream err, boolean colour, boolean live) {

  public Console(InputStream in, PrintStream out, PrintStream err, boolean colour) {
    this(in, out, err, colour, false);
  }

  /** The launcher says whether there is a terminal: asking the JVM costs a tenth of a start. */
  public static Console ofProcess() {
    boolean terminal = Boolean.getBoolean("fleetwright.terminal");
    return new Console(
        System.in,
        utf8(FileDescriptor.out),
        utf8(FileDescriptor.err),
        wantsColour(System.getenv(), terminal),
        terminal && !System.getenv().getOrDefault("TERM", "dumb").equals("dumb"));
  }

  /**
   * NO_COLOR and a dumb terminal switch colour off; CLICOLOR_FORCE switches it on without a
   * terminal.
   */
  static boolean wantsColour(Map<String, String> environment, boolean terminal) {
    if (!environment.getOrDefault("NO_COLOR", "").isEmpty()
        || environment.getOrDefault("TERM", "").equals("dumb")) {
      return false;
    }
    String force = environment.getOrDefault("CLICOLOR_FORCE", "0");
    return terminal || !(force.isEmpty() || force.equals("0"));
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }

  public String green(String text) {
    return paint("32", text);
  }

  public String yellow(String text) {
    return paint("33", text);
  }

  public String red(String text) {
    return paint("31", text);
  }

  public String bold(String text) {
    return paint("1", text);
  }

  public String dim(String text) {
    return paint("2", text);
  }

  private String paint(String code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
