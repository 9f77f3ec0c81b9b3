package dev.fleetwright.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How large the terminal is now; people resize it while they look. */
final class TerminalSize {

  private static final Pattern SIZE = Pattern.compile("([0-9]{1,5}) [0-9]{1,5}\\s*");
  private static final long PATIENCE_SECONDS = 2;

  private TerminalSize() {}

  /** How many lines it has; 0 when nobody can say. */
  static int lines() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        stty.destroyForcibly();
        return 0;
      }
      return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      return 0; // no terminal, or a machine without stty
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  static int parse(String size) {
    Matcher matcher = SIZE.matcher(size);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
