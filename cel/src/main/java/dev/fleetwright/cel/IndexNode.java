package dev.fleetwright.cel;

import com.google.common.primitives.UnsignedLong;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** {@code operand[index]} and {@code operand[?index]}. */
final class IndexNode extends Node {

  private final Node operand;
  private final Node index;
  private final boolean optional;
  private final boolean absentAsNull;
  private final String path;

  IndexNode(
      long id, Node operand, Node index, boolean optional, boolean absentAsNull, String path) {
    super(id);
    this.operand = operand;
    this.index = index;
    this.optional = optional;
    this.absentAsNull = absentAsNull;
    this.path = path;
  }

  @Override
  @Nullable Object eval(Frame frame) {
    frame.charge(1, id);
    Object container = operand.eval(frame);
    Object key = index.eval(frame);
    if (container instanceof Opt opt) {
      return opt.present() ? optionally(opt.value(), key, frame) : Opt.NONE;
    }
    if (optional) {
      return optionally(container, key, frame);
    }
    Object found = find(container, key, frame);
    if (found == Marker.MISSING) {
      if (absentAsNull) {
        return Absent.ABSENT;
      }
      throw absent(container, key);
    }
    Object value = Values.adapt(found, id);
    return value == null && absentAsNull ? Absent.ABSENT : value;
  }

  private Opt optionally(@Nullable Object container, @Nullable Object key, Frame frame) {
    if (Values.isNull(container) && absentAsNull) {
      return Opt.NONE;
    }
    Object found = find(container, key, frame);
    return found == Marker.MISSING ? Opt.NONE : Opt.of(Values.adapt(found, id));
  }

  private @Nullable Object find(@Nullable Object container, @Nullable Object key, Frame frame) {
    if (container instanceof Map<?, ?> map && (Maps.isKey(key) || key instanceof Double)) {
      return Maps.find(map, key);
    }
    if (container instanceof List<?> list && Comparisons.isNumber(key)) {
      long position = position(key);
      if (position < 0 || position >= list.size()) {
        return Marker.MISSING;
      }
      if (!(list instanceof RandomAccess)) {
        frame.charge(position, id);
      }
      return list.get((int) position);
    }
    if (absentAsNull && Values.isNull(container)) {
      return Marker.MISSING;
    }
    throw noOverload(id, "an index", container, key);
  }

  /** The position in a list that a number means; -1 for none. */
  private static long position(@Nullable Object key) {
    return switch (key) {
      case Long number -> number;
      case UnsignedLong number -> number.longValue();
      case Double number when number == Math.rint(number) && Math.abs(number) < 0x1p31 ->
          number.longValue();
      case null, default -> -1;
    };
  }

  private EvalError absent(@Nullable Object container, @Nullable Object key) {
    StringBuilder full = new StringBuilder(path);
    if (key instanceof String text) {
      CelPath.appendField(full, text.length() > 100 ? text.substring(0, 100) + "…" : text);
    } else {
      full.append('[').append(key).append(']');
    }
    if (container instanceof List<?> list) {
      return new EvalError(
          "absent-index",
          full.toString(),
          full + " is absent: the list has " + list.size() + " elements",
          "test size() first, or read it as an optional with [?index] and orValue()",
          id,
          true);
    }
    return new EvalError(
        "absent-field",
        full.toString(),
        full + " is absent",
        "test with \"in\" first, or read it as an optional with [?key] and orValue()",
        id,
        true);
  }
}
