package dev.fleetwright.cel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a planned expression. Immutable; all state of an evaluation is in the frame. */
abstract class Node {

  final long id;

  Node(long id) {
    this.id = id;
  }

  /** An adapted value (see {@link Values}). */
  abstract @Nullable Object eval(Frame frame);

  /** The error of an operation that these values do not have. */
  static EvalError noOverload(long id, String operation, @Nullable Object... values) {
    boolean absent = false;
    List<String> types = new ArrayList<>();
    for (Object value : values) {
      absent |= Values.involvesAbsent(value);
      types.add(value == Absent.ABSENT ? "an absent value" : Values.typeOf(value).label());
    }
    return new EvalError(
        "no-such-overload",
        "",
        operation + " is not defined for " + String.join(" and ", types),
        absent
            ? "test with has() or use .?field and orValue()"
            : "convert with int(), double() or string(), or test the value's type first",
        id,
        absent);
  }

  /** A value that must be true or false. */
  static boolean requireBool(@Nullable Object value, long id, String where) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    boolean absent = value == Absent.ABSENT;
    throw new EvalError(
        "no-such-overload",
        "",
        where
            + " needs true or false, not "
            + (absent ? "an absent value" : "a value of type " + Values.typeOf(value).label()),
        "compare the value with something",
        id,
        absent);
  }

  static final class Constant extends Node {
    private final @Nullable Object value;

    Constant(long id, @Nullable Object value) {
      super(id);
      this.value = value;
    }

    @Nullable Object value() {
      return value;
    }

    @Override
    @Nullable Object eval(Frame frame) {
      return value;
    }
  }

  /** A variable of a comprehension. */
  static final class Local extends Node {
    private final int slot;

    Local(long id, int slot) {
      super(id);
      this.slot = slot;
    }

    @Override
    @Nullable Object eval(Frame frame) {
      Object value = frame.slots[slot];
      if (value instanceof EvalError error) {
        // all() and exists() carry an error along, in case a later element decides.
        throw error;
      }
      return value;
    }
  }
}
