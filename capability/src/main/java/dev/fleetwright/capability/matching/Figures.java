package dev.fleetwright.capability.matching;

/** Figures as people write them: 60, not 60.0. */
final class Figures {

  private Figures() {}

  static String text(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
