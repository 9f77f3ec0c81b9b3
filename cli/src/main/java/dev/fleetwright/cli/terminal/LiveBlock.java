package dev.fleetwright.cli.terminal;

import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/**
 * Text that changes while people look at it. On a terminal it is drawn again in its place, as much
 * of it as fits; in a pipe or a file each state follows the one before, with an empty line between.
 */
public final class LiveBlock implements Screen {

  private static final String NO_WRAP = "\u001b[?7l";
  private static final String WRAP = "\u001b[?7h";
  private static final String CLEAR_BELOW = "\u001b[J";

  private final Console console;
  private final IntSupplier height;
  private String shown = "";
  private String said = "";
  private long drawn;

  public LiveBlock(Console console) {
    this(console, TerminalSize::lines);
  }

  /**
   * @param height how many lines the terminal has; 0 when nobody knows
   */
  LiveBlock(Console console, IntSupplier height) {
    this.console = console;
    this.height = height;
  }

  /** Shows lines, each with its end; nothing happens when they are the same as before. */
  @Override
  public void show(String lines) {
    if (lines.equals(shown) && said.isEmpty()) {
      return;
    }
    if (console.live()) {
      shown = lines;
      said = "";
      draw();
    } else if (!lines.equals(shown)) {
      console.out().print((shown.isEmpty() ? "" : "\n") + lines);
      console.out().flush();
      shown = lines;
    }
  }

  /** On a terminal below the lines, until they are shown again. */
  @Override
  public void say(String line) {
    if (console.live()) {
      said = line + "\n";
      draw();
    } else {
      console.err().println(line);
    }
  }

  private void draw() {
    List<String> lines = fitting((shown + said).lines().toList());
    StringBuilder text = new StringBuilder();
    if (drawn > 0) {
      text.append("\u001b[").append(drawn).append("A\r");
    }
    // A line that is too long is cut: wrapped, it would take more room than it is counted for.
    text.append(CLEAR_BELOW).append(NO_WRAP);
    lines.forEach(line -> text.append(line).append('\n'));
    console.out().print(text.append(WRAP));
    console.out().flush();
    drawn = lines.size();
  }

  /** What has scrolled away cannot be drawn again, so no more than the terminal has is drawn. */
  private List<String> fitting(List<String> lines) {
    // The cursor stands on the line below the block.
    int room = height.getAsInt() - 1;
    if (room < 2 || lines.size() <= room) {
      return lines;
    }
    String last = said.isEmpty() ? "" : "; " + said.strip();
    return Stream.concat(
            lines.stream().limit(room - 1L),
            Stream.of("… " + (lines.size() - room + 1) + " more lines" + last))
        .toList();
  }
}
