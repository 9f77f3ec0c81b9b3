package dev.fleetwright.cel;

import org.jspecify.annotations.Nullable;

/**
 * {@code &&} and {@code ||}: the operand that decides wins, on whichever side it stands, over an
 * error on the other. An absent value counts as an error, so {@code absent && false} is false and
 * {@code absent && true} is null, as in SQL.
 */
final class LogicNode extends Node {

  private final Node left;
  private final Node right;
  private final boolean decisive;

  /** {@code decisive} is the value that settles it: false for and, true for or. */
  LogicNode(long id, Node left, Node right, boolean decisive) {
    super(id);
    this.left = left;
    this.right = right;
    this.decisive = decisive;
  }

  @Override
  Object eval(Frame frame) {
    frame.charge(1, id);
    EvalError error = null;
    try {
      if (bool(left, frame) == decisive) {
        return decisive;
      }
    } catch (EvalError e) {
      error = e;
    }
    if (error == null) {
      return bool(right, frame);
    }
    try {
      if (bool(right, frame) == decisive) {
        return decisive;
      }
    } catch (EvalError second) {
      // The first one is reported.
    }
    throw error;
  }

  private boolean bool(Node operand, Frame frame) {
    return requireBool(operand.eval(frame), operand.id, decisive ? "\"||\"" : "\"&&\"");
  }

  /** {@code !operand}. */
  static final class Not extends Node {
    private final Node operand;

    Not(long id, Node operand) {
      super(id);
      this.operand = operand;
    }

    @Override
    Object eval(Frame frame) {
      frame.charge(1, id);
      return !requireBool(operand.eval(frame), operand.id, "\"!\"");
    }
  }

  /** What all() and exists() go on with: anything but a plain false, errors included. */
  static final class NotStrictlyFalse extends Node {
    private final Node operand;

    NotStrictlyFalse(long id, Node operand) {
      super(id);
      this.operand = operand;
    }

    @Override
    Object eval(Frame frame) {
      frame.charge(1, id);
      try {
        return !Boolean.FALSE.equals(operand.eval(frame));
      } catch (EvalError e) {
        return true;
      }
    }
  }

  /** {@code condition ? yes : no}. */
  static final class Conditional extends Node {
    private final Node condition;
    private final Node yes;
    private final Node no;

    Conditional(long id, Node condition, Node yes, Node no) {
      super(id);
      this.condition = condition;
      this.yes = yes;
      this.no = no;
    }

    @Override
    @Nullable Object eval(Frame frame) {
      frame.charge(1, id);
      return requireBool(condition.eval(frame), condition.id, "\"? :\"")
          ? yes.eval(frame)
          : no.eval(frame);
    }
  }

  /** {@code optional.or(other)} and {@code optional.orValue(value)}, which need not look right. */
  static final class OptionalOr extends Node {
    private final Node optional;
    private final Node other;
    private final boolean value;

    OptionalOr(long id, Node optional, Node other, boolean value) {
      super(id);
      this.optional = optional;
      this.other = other;
      this.value = value;
    }

    @Override
    @Nullable Object eval(Frame frame) {
      frame.charge(1, id);
      Object found = optional.eval(frame);
      if (!(found instanceof Opt opt)) {
        throw noOverload(id, value ? "orValue()" : "or()", found);
      }
      if (!opt.present()) {
        return other.eval(frame);
      }
      return value ? opt.value() : opt;
    }
  }
}
