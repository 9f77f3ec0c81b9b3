package dev.fleetwright.cli.terminal;

/** Where a command shows something that changes while people look at it. */
public interface Screen {

  /** Shows lines, each with its end. */
  void show(String lines);

  /** Tells something about the show; it is no part of the data. */
  void say(String line);

  /** Each show follows the one before, as in a log. */
  static Screen log(Console console) {
    return new Screen() {
      @Override
      public void show(String lines) {
        console.out().print(lines);
        console.out().flush();
      }

      @Override
      public void say(String line) {
        console.err().println(line);
      }
    };
  }
}
