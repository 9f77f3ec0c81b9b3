package dev.fleetwright.cel;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The state of one evaluation: its variables and what is left of its budget. One thread's own. */
final class Frame {

  /** Values nested deeper are neither compared nor returned: both walk them by recursion. */
  static final int DEEPEST_VALUE = 500;

  /** A string costs one step for this many characters (as a power of two). */
  static final int TEXT_SHIFT = 4;

  final @Nullable Object[] slots;
  final Function<String, @Nullable Object> bindings;
  final CelLimits limits;
  private long stepsLeft;
  private int iterationsLeft;

  Frame(
      int variables, int slotCount, Function<String, @Nullable Object> bindings, CelLimits limits) {
    this.slots = new Object[slotCount];
    for (int i = 0; i < variables; i++) {
      slots[i] = Marker.UNREAD;
    }
    this.bindings = bindings;
    this.limits = limits;
    this.stepsLeft = limits.steps();
    this.iterationsLeft = limits.iterations();
  }

  void charge(long steps, long exprId) {
    stepsLeft -= steps;
    if (stepsLeft < 0) {
      throw LimitExceeded.steps(limits, exprId);
    }
  }

  void chargeText(long characters, long exprId) {
    charge(characters >> TEXT_SHIFT, exprId);
  }

  /**
   * The naive search of one text in another compares each pair of characters at worst, 64 at a
   * time.
   */
  void chargeSearch(String text, String wanted, long exprId) {
    charge(1 + (((long) text.length() * Math.max(1, wanted.length())) >> 6), exprId);
  }

  void iterate(long exprId) {
    if (--iterationsLeft < 0) {
      throw LimitExceeded.iterations(limits, exprId);
    }
  }

  /** Before a string of this length is built. */
  void allowText(long length, long exprId) {
    if (length > limits.textLength()) {
      throw LimitExceeded.text(limits, exprId);
    }
    chargeText(length, exprId);
  }

  /** Before a list or map of this size is built. */
  void allowElements(long size, long exprId) {
    if (size > limits.elements()) {
      throw LimitExceeded.elements(limits, exprId);
    }
  }
}
