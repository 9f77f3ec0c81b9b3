package dev.fleetwright.cel;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What Kubernetes can ask a list: its order, its sum, its extremes and where something stands. */
final class KubernetesLists {

  private KubernetesLists() {}

  private static List<?> list(long id, String operation, @Nullable Object[] args) {
    if (args[0] instanceof List<?> list) {
      return list;
    }
    throw Node.noOverload(id, operation, args);
  }

  static @Nullable Object isSorted(Frame frame, long id, @Nullable Object[] args) {
    Object before = null;
    for (Object raw : list(id, "isSorted()", args)) {
      frame.charge(1, id);
      Object value = Values.adapt(raw, id);
      if (before != null && compare(id, "isSorted()", before, value) > 0) {
        return false;
      }
      before = value;
    }
    return true;
  }

  static @Nullable Object sum(Frame frame, long id, @Nullable Object[] args) {
    Object sum = null;
    for (Object raw : list(id, "sum()", args)) {
      frame.charge(1, id);
      Object value = Values.adapt(raw, id);
      if (!Comparisons.isNumber(value) && !(value instanceof Duration)) {
        throw Node.noOverload(id, "sum()", value);
      }
      sum = sum == null ? value : Arithmetic.add(frame, id, new @Nullable Object[] {sum, value});
    }
    return sum == null ? (Object) 0L : sum;
  }

  static @Nullable Object min(Frame frame, long id, @Nullable Object[] args) {
    return extreme(frame, id, "min()", args, -1);
  }

  static @Nullable Object max(Frame frame, long id, @Nullable Object[] args) {
    return extreme(frame, id, "max()", args, 1);
  }

  private static Object extreme(
      Frame frame, long id, String operation, @Nullable Object[] args, int sign) {
    Object best = null;
    for (Object raw : list(id, operation, args)) {
      frame.charge(1, id);
      Object value = Values.adapt(raw, id);
      if (best == null || compare(id, operation, value, best) * sign > 0) {
        best = value;
      }
    }
    if (best == null) {
      throw EvalError.of(
          "invalid-argument", id, operation + " called on empty list", "test size() first");
    }
    return best;
  }

  private static int compare(long id, String operation, @Nullable Object a, @Nullable Object b) {
    if (a == null || b == null || !Comparisons.comparable(a, b)) {
      throw Node.noOverload(id, operation, a, b);
    }
    int order = Comparisons.compare(a, b);
    return order == Comparisons.UNORDERED ? 0 : order;
  }

  static @Nullable Object indexOf(Frame frame, long id, @Nullable Object[] args) {
    if (!(args[0] instanceof List<?> list)) {
      return LibraryCalls.call("indexOf", args.length, true).call(frame, id, args);
    }
    int index = 0;
    for (Object raw : list) {
      frame.charge(1, id);
      if (Equality.equal(Values.adapt(raw, id), args[1], frame, id)) {
        return (long) index;
      }
      index++;
    }
    return -1L;
  }

  static @Nullable Object lastIndexOf(Frame frame, long id, @Nullable Object[] args) {
    if (!(args[0] instanceof List<?> list)) {
      return LibraryCalls.call("lastIndexOf", args.length, true).call(frame, id, args);
    }
    long found = -1;
    int index = 0;
    for (Object raw : list) {
      frame.charge(1, id);
      if (Equality.equal(Values.adapt(raw, id), args[1], frame, id)) {
        found = index;
      }
      index++;
    }
    return found;
  }
}
