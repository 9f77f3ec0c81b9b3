package dev.fleetwright.cli.terminal;

/** What every command's exit code means. */
public final class ExitCode {

  /** The answer is yes. */
  public static final int YES = 0;

  /** The answer is no, or the input is invalid. */
  public static final int NO = 1;

  /** The command was called wrongly. */
  public static final int USAGE = 2;

  /** A defect of ours. */
  public static final int DEFECT = 70;

  private ExitCode() {}
}
