package dev.fleetwright.cel;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CEL's equality: total, deep, and by value across int, uint and double. Each value costs. */
final class Equality {

  private Equality() {}

  static boolean equal(@Nullable Object a, @Nullable Object b, Frame frame, long exprId) {
    return equal(a, b, frame, exprId, 0);
  }

  private static boolean equal(
      @Nullable Object a, @Nullable Object b, Frame frame, long exprId, int depth) {
    if (a instanceof Long x && b instanceof Long y) {
      return x.longValue() == y.longValue();
    }
    if (a instanceof String x) {
      return b instanceof String y && equalText(x, y, frame, exprId);
    }
    if (a == null || b == null || a == Absent.ABSENT || b == Absent.ABSENT) {
      return Values.isNull(a) && Values.isNull(b);
    }
    if (Comparisons.isNumber(a)) {
      return Comparisons.isNumber(b) && Comparisons.compareNumbers(a, b) == 0;
    }
    if (depth > Frame.DEEPEST_VALUE) {
      throw LimitExceeded.depth(exprId);
    }
    if (a instanceof List<?> x) {
      return b instanceof List<?> y && equalLists(x, y, frame, exprId, depth);
    }
    if (a instanceof Map<?, ?> x) {
      return b instanceof Map<?, ?> y && equalMaps(x, y, frame, exprId, depth);
    }
    if (a instanceof Opt x) {
      return b instanceof Opt y
          && x.present() == y.present()
          && equal(x.value(), y.value(), frame, exprId, depth + 1);
    }
    return a.equals(b);
  }

  private static boolean equalText(String a, String b, Frame frame, long exprId) {
    if (a.length() != b.length()) {
      return false;
    }
    if (a.length() > 64) {
      frame.charge(a.length() >> 6, exprId);
    }
    return a.equals(b);
  }

  private static boolean equalLists(List<?> a, List<?> b, Frame frame, long exprId, int depth) {
    if (a.size() != b.size()) {
      return false;
    }
    Iterator<?> right = b.iterator();
    for (Object left : a) {
      frame.charge(1, exprId);
      if (!right.hasNext()
          || !equal(
              Values.adapt(left, exprId),
              Values.adapt(right.next(), exprId),
              frame,
              exprId,
              depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalMaps(Map<?, ?> a, Map<?, ?> b, Frame frame, long exprId, int depth) {
    if (a.size() != b.size()) {
      return false;
    }
    for (Map.Entry<?, ?> entry : a.entrySet()) {
      frame.charge(1, exprId);
      Object other = Maps.find(b, Values.adapt(entry.getKey(), exprId));
      if (other == Marker.MISSING
          || !equal(
              Values.adapt(entry.getValue(), exprId),
              Values.adapt(other, exprId),
              frame,
              exprId,
              depth + 1)) {
        return false;
      }
    }
    return true;
  }
}
