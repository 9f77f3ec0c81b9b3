package dev.fleetwright.cel;

/**
 * How much an expression may ask for. All limits count things, none measures time, so that the same
 * expression on the same values always ends the same way.
 *
 * @param sourceLength code points of the source
 * @param depth nesting of the expression
 * @param iterations rounds of all comprehensions of one evaluation together, nested ones included
 * @param steps work of one evaluation: each operation costs one, and long strings and lists cost in
 *     proportion
 * @param textLength characters of any one string, or bytes of any one byte string, that an
 *     evaluation builds, and of all strings of the result together
 * @param elements elements of any one list or map that an evaluation builds, and values in the
 *     result
 */
public record CelLimits(
    int sourceLength, int depth, int iterations, long steps, int textLength, int elements) {

  public static final CelLimits DEFAULT =
      new CelLimits(10_000, 250, 100_000, 2_000_000, 1_000_000, 100_000);

  /** Deeper than this, a careful parser is no longer safe on a thread's default stack. */
  private static final int DEEPEST = 500;

  public CelLimits {
    if (sourceLength < 1 || iterations < 0 || steps < 1 || textLength < 1 || elements < 1) {
      throw new IllegalArgumentException("limits are positive");
    }
    if (depth < 1 || depth > DEEPEST) {
      throw new IllegalArgumentException("depth is between 1 and " + DEEPEST + ", not " + depth);
    }
  }

  public CelLimits withSourceLength(int newLength) {
    return new CelLimits(newLength, depth, iterations, steps, textLength, elements);
  }

  public CelLimits withDepth(int newDepth) {
    return new CelLimits(sourceLength, newDepth, iterations, steps, textLength, elements);
  }

  public CelLimits withIterations(int newIterations) {
    return new CelLimits(sourceLength, depth, newIterations, steps, textLength, elements);
  }

  public CelLimits withSteps(long newSteps) {
    return new CelLimits(sourceLength, depth, iterations, newSteps, textLength, elements);
  }

  public CelLimits withTextLength(int newLength) {
    return new CelLimits(sourceLength, depth, iterations, steps, newLength, elements);
  }

  public CelLimits withElements(int newElements) {
    return new CelLimits(sourceLength, depth, iterations, steps, textLength, newElements);
  }
}
