package dev.fleetwright.render.plain;

/** Numbers and booleans as text: a whole double has no fraction, as JSON's integers. */
final class Numbers {

  private static final double LARGEST_EXACT = 9e15;

  private Numbers() {}

  static String text(Object value) {
    if (value instanceof Double number) {
      if (number == Math.rint(number) && Math.abs(number) < LARGEST_EXACT) {
        return Long.toString(number.longValue());
      }
      if (!Double.isFinite(number)) {
        return "null";
      }
    }
    return String.valueOf(value);
  }
}
