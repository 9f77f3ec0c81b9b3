package dev.fleetwright.cel;

import com.google.common.primitives.UnsignedLong;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The functions on lists, sets and maps. */
final class ListFunctions {

  private static final CallNode.Body REVERSE_TEXT = LibraryCalls.call("reverse", 1, true);

  private ListFunctions() {}

  private static List<?> list(long id, String operation, @Nullable Object[] args, int index) {
    if (args[index] instanceof List<?> list) {
      return list;
    }
    throw Node.noOverload(id, operation, args);
  }

  private static List<@Nullable Object> adapted(Frame frame, long id, List<?> list) {
    frame.allowElements(list.size(), id);
    frame.charge(list.size(), id);
    List<@Nullable Object> copy = new ArrayList<>(list.size());
    for (Object raw : list) {
      copy.add(Values.adapt(raw, id));
    }
    return copy;
  }

  static @Nullable Object slice(Frame frame, long id, @Nullable Object[] args) {
    List<?> list = list(id, "slice()", args, 0);
    if (!(args[1] instanceof Long from) || !(args[2] instanceof Long to)) {
      throw Node.noOverload(id, "slice()", args);
    }
    if (from < 0 || to < from || to > list.size()) {
      throw EvalError.of(
          "absent-index",
          id,
          "slice(" + from + ", " + to + ") does not lie within a list of " + list.size(),
          "use 0 <= from <= to <= size()");
    }
    return adapted(frame, id, list.subList(from.intValue(), to.intValue()));
  }

  static @Nullable Object flatten(Frame frame, long id, @Nullable Object[] args) {
    List<?> list = list(id, "flatten()", args, 0);
    if (args.length > 1 && !(args[1] instanceof Long)) {
      throw Node.noOverload(id, "flatten()", args);
    }
    long depth = args.length > 1 && args[1] instanceof Long given ? given : 1;
    if (depth < 0) {
      throw EvalError.of(
          "invalid-argument", id, "flatten() needs a depth of at least 0", "give 0 or more");
    }
    List<@Nullable Object> flat = new ArrayList<>();
    flatten(frame, id, list, depth, 0, flat);
    return flat;
  }

  private static void flatten(
      Frame frame, long id, List<?> list, long depth, int level, List<@Nullable Object> flat) {
    if (level > Frame.DEEPEST_VALUE) {
      throw LimitExceeded.depth(id);
    }
    for (Object raw : list) {
      frame.charge(1, id);
      if (raw instanceof List<?> inner && depth > 0) {
        flatten(frame, id, inner, depth - 1, level + 1, flat);
      } else {
        frame.allowElements(flat.size() + 1L, id);
        flat.add(Values.adapt(raw, id));
      }
    }
  }

  static @Nullable Object range(Frame frame, long id, @Nullable Object[] args) {
    if (!(args[0] instanceof Long end)) {
      throw Node.noOverload(id, "lists.range()", args);
    }
    frame.allowElements(end, id);
    frame.charge(Math.max(0, end), id);
    List<@Nullable Object> numbers = new ArrayList<>();
    for (long i = 0; i < end; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  static @Nullable Object distinct(Frame frame, long id, @Nullable Object[] args) {
    Set<Object> scalars = new HashSet<>();
    List<@Nullable Object> others = new ArrayList<>();
    List<@Nullable Object> kept = new ArrayList<>();
    for (Object value : adapted(frame, id, list(id, "distinct()", args, 0))) {
      Object key = scalarKey(value);
      boolean fresh;
      if (key != null) {
        fresh = scalars.add(key);
      } else {
        fresh = !OperatorNode.contains(others, value, frame, id);
        if (fresh) {
          others.add(value);
        }
      }
      if (fresh) {
        kept.add(value);
      }
    }
    return kept;
  }

  /** Equal for equal scalars, whatever their number type; null for what must be compared. */
  private static @Nullable Object scalarKey(@Nullable Object value) {
    return switch (value) {
      case String text -> text;
      case Boolean flag -> flag;
      case Long number -> number;
      case UnsignedLong number when number.longValue() >= 0 -> number.longValue();
      case Double number when number == Math.rint(number) && Math.abs(number) < 0x1p63 ->
          number.longValue();
      case null, default -> null;
    };
  }

  static @Nullable Object sort(Frame frame, long id, @Nullable Object[] args) {
    List<@Nullable Object> sorted = adapted(frame, id, list(id, "sort()", args, 0));
    chargeSort(frame, id, sorted.size());
    sorted.sort((a, b) -> order(frame, id, "sort()", a, b));
    if (sorted.size() == 1) {
      order(frame, id, "sort()", sorted.get(0), sorted.get(0));
    }
    return sorted;
  }

  /** Of pairs [key, value], the values in the order of the keys. */
  static @Nullable Object sortByKeys(Frame frame, long id, @Nullable Object[] args) {
    List<List<?>> pairs = new ArrayList<>();
    for (Object pair : list(id, "sortBy()", args, 0)) {
      if (pair instanceof List<?> two && two.size() == 2) {
        pairs.add(two);
      }
    }
    chargeSort(frame, id, pairs.size());
    pairs.sort((a, b) ->
        order(frame, id, "sortBy()", Values.adapt(a.get(0), id), Values.adapt(b.get(0), id)));
    List<@Nullable Object> sorted = new ArrayList<>();
    for (List<?> pair : pairs) {
      sorted.add(pair.get(1));
    }
    return sorted;
  }

  private static void chargeSort(Frame frame, long id, int size) {
    frame.charge((long) size * (32 - Integer.numberOfLeadingZeros(size)), id);
  }

  private static int order(
      Frame frame, long id, String operation, @Nullable Object a, @Nullable Object b) {
    if (a == null || b == null || !Comparisons.comparable(a, b)) {
      throw Node.noOverload(id, operation, a, b);
    }
    if (a instanceof String text) {
      frame.charge(text.length() >> 6, id);
    }
    int order = Comparisons.compare(a, b);
    // NaN sorts last, so that the order is total.
    return order != Comparisons.UNORDERED
        ? order
        : Double.compare(((Number) a).doubleValue(), ((Number) b).doubleValue());
  }

  static @Nullable Object reverse(Frame frame, long id, @Nullable Object[] args) {
    if (args[0] instanceof List<?> list) {
      return adapted(frame, id, list).reversed();
    }
    return REVERSE_TEXT.call(frame, id, args);
  }

  static @Nullable Object first(Frame frame, long id, @Nullable Object[] args) {
    List<?> list = list(id, "first()", args, 0);
    return list.isEmpty() ? Opt.NONE : Opt.of(Values.adapt(list.getFirst(), id));
  }

  static @Nullable Object last(Frame frame, long id, @Nullable Object[] args) {
    List<?> list = list(id, "last()", args, 0);
    return list.isEmpty() ? Opt.NONE : Opt.of(Values.adapt(list.getLast(), id));
  }

  static @Nullable Object setContains(Frame frame, long id, @Nullable Object[] args) {
    return containsAll(
        frame, id, list(id, "sets.contains()", args, 0), list(id, "sets.contains()", args, 1));
  }

  static @Nullable Object setEquivalent(Frame frame, long id, @Nullable Object[] args) {
    List<?> a = list(id, "sets.equivalent()", args, 0);
    List<?> b = list(id, "sets.equivalent()", args, 1);
    return containsAll(frame, id, a, b) && containsAll(frame, id, b, a);
  }

  static @Nullable Object setIntersects(Frame frame, long id, @Nullable Object[] args) {
    List<?> b = list(id, "sets.intersects()", args, 1);
    for (Object raw : list(id, "sets.intersects()", args, 0)) {
      if (OperatorNode.contains(b, Values.adapt(raw, id), frame, id)) {
        return true;
      }
    }
    return false;
  }

  private static boolean containsAll(Frame frame, long id, List<?> list, List<?> wanted) {
    for (Object raw : wanted) {
      if (!OperatorNode.contains(list, Values.adapt(raw, id), frame, id)) {
        return false;
      }
    }
    return true;
  }

  static @Nullable Object unwrapOptionals(Frame frame, long id, @Nullable Object[] args) {
    List<@Nullable Object> values = new ArrayList<>();
    for (Object value : adapted(frame, id, list(id, "optional.unwrap()", args, 0))) {
      if (!(value instanceof Opt opt)) {
        throw Node.noOverload(id, "optional.unwrap()", value);
      }
      if (opt.present()) {
        values.add(opt.value());
      }
    }
    return values;
  }

  /** What transformMap() and transformMapEntry() collect with: (map, key, value) or (map, map). */
  static @Nullable Object mapInsert(Frame frame, long id, @Nullable Object[] args) {
    if (!(args[0] instanceof Map<?, ?> into)) {
      throw Node.noOverload(id, "an insert into a map", args);
    }
    Map<Object, @Nullable Object> map = open(frame, id, into);
    if (args.length == 3) {
      frame.allowElements(map.size() + 1L, id);
      LiteralNode.insert(map, args[1], args[2], id);
    } else if (args[1] instanceof Map<?, ?> added) {
      frame.allowElements((long) map.size() + added.size(), id);
      frame.charge(added.size(), id);
      added.forEach((key, value) ->
          LiteralNode.insert(map, Values.adapt(key, id), Values.adapt(value, id), id));
    } else {
      throw Node.noOverload(id, "an entry of a map", args[1]);
    }
    return map;
  }

  private static Map<Object, @Nullable Object> open(Frame frame, long id, Map<?, ?> into) {
    if (into instanceof Accumulators.OpenMap accumulator && accumulator.open) {
      return accumulator;
    }
    frame.charge(into.size(), id);
    Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
    into.forEach((key, value) -> copy.put(key, value));
    return copy;
  }
}
