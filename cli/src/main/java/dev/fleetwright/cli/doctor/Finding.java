package dev.fleetwright.cli.doctor;

/**
 * What one check found.
 *
 * @param fix what to do about it; empty when nothing has to be done
 */
record Finding(String check, Level level, String found, String fix) {

  enum Level {
    OK,
    /** Some commands will not work, or will work less well. */
    WARN,
    /** The default commands will not work. */
    FAIL
  }

  static Finding ok(String check, String found) {
    return new Finding(check, Level.OK, found, "");
  }

  static Finding warn(String check, String found, String fix) {
    return new Finding(check, Level.WARN, found, fix);
  }

  static Finding fail(String check, String found, String fix) {
    return new Finding(check, Level.FAIL, found, fix);
  }
}
