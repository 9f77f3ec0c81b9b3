package dev.fleetwright.cel;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The operators that compare. */
final class OperatorNode {

  private OperatorNode() {}

  /** {@code ==} and {@code !=}. */
  static final class Equal extends Node {
    private final Node left;
    private final Node right;
    private final boolean wanted;

    Equal(long id, Node left, Node right, boolean wanted) {
      super(id);
      this.left = left;
      this.right = right;
      this.wanted = wanted;
    }

    @Override
    Object eval(Frame frame) {
      frame.charge(1, id);
      return Equality.equal(left.eval(frame), right.eval(frame), frame, id) == wanted;
    }
  }

  /** The four orders. */
  enum Order {
    LESS("\"<\""),
    LESS_OR_EQUAL("\"<=\""),
    GREATER("\">\""),
    GREATER_OR_EQUAL("\">=\"");

    private final String symbol;

    Order(String symbol) {
      this.symbol = symbol;
    }

    boolean holds(int order) {
      return order != Comparisons.UNORDERED
          && switch (this) {
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
          };
    }
  }

  static final class Compare extends Node {
    private final Node left;
    private final Node right;
    private final Order order;

    Compare(long id, Node left, Node right, Order order) {
      super(id);
      this.left = left;
      this.right = right;
      this.order = order;
    }

    @Override
    Object eval(Frame frame) {
      Object a = left.eval(frame);
      Object b = right.eval(frame);
      if (a == null || b == null || !Comparisons.comparable(a, b)) {
        throw noOverload(id, order.symbol, a, b);
      }
      frame.charge(a instanceof String text ? 1 + (text.length() >> 6) : 1, id);
      return order.holds(Comparisons.compare(a, b));
    }
  }

  /** {@code element in container}. */
  static final class In extends Node {
    private final Node element;
    private final Node container;

    In(long id, Node element, Node container) {
      super(id);
      this.element = element;
      this.container = container;
    }

    @Override
    Object eval(Frame frame) {
      frame.charge(1, id);
      Object wanted = element.eval(frame);
      return switch (container.eval(frame)) {
        case List<?> list -> contains(list, wanted, frame, id);
        case Map<?, ?> map -> Maps.has(map, wanted);
        case Object other -> throw noOverload(id, "\"in\"", wanted, other);
        case null -> throw noOverload(id, "\"in\"", wanted, null);
      };
    }
  }

  static boolean contains(List<?> list, @Nullable Object wanted, Frame frame, long id) {
    for (Object raw : list) {
      frame.charge(1, id);
      if (Equality.equal(Values.adapt(raw, id), wanted, frame, id)) {
        return true;
      }
    }
    return false;
  }
}
