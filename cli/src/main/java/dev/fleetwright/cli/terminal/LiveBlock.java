package dev.fleetwright.cli.terminal;

/**
 * Text that changes while people look at it. On a terminal it is drawn again in its place; in a
 * pipe or a file each state follows the one before, with an empty line between.
 */
public final class LiveBlock {

  private static final String NO_WRAP = "\u001b[?7l";
  private static final String WRAP = "\u001b[?7h";
  private static final String CLEAR_BELOW = "\u001b[J";

  private final Console console;
  private String shown = "";

  public LiveBlock(Console console) {
    this.console = console;
  }

  /** Shows lines, each with its end; nothing happens when they are the same as before. */
  public void show(String lines) {
    if (lines.equals(shown)) {
      return;
    }
    if (!console.live()) {
      console.out().print((shown.isEmpty() ? "" : "\n") + lines);
    } else {
      // A line that is too long is cut: wrapped, it would take more room than it is counted for.
      long above = shown.lines().count();
      console
          .out()
          .print(
              (above == 0 ? "" : "\u001b[" + above + "A\r") + CLEAR_BELOW + NO_WRAP + lines + WRAP);
    }
    console.out().flush();
    shown = lines;
  }
}
