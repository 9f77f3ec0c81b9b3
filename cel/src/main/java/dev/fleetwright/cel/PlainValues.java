package dev.fleetwright.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns what an evaluation gave into plain Java, and stops where a result is too large. */
final class PlainValues {

  private final Frame frame;
  private final long exprId;
  private int valuesLeft;
  private long textLeft;

  PlainValues(Frame frame, long exprId) {
    this.frame = frame;
    this.exprId = exprId;
    this.valuesLeft = frame.limits.elements();
    this.textLeft = frame.limits.textLength();
  }

  @Nullable Object plain(@Nullable Object value, int depth) {
    if (--valuesLeft < 0) {
      throw LimitExceeded.result(
          "the result has more than " + LimitExceeded.grouped(frame.limits.elements()) + " values",
          exprId);
    }
    if (depth > Frame.DEEPEST_VALUE) {
      throw LimitExceeded.depth(exprId);
    }
    return switch (value) {
      case null -> null;
      case Absent _ -> null;
      case String text -> {
        takeText(text.length());
        yield text;
      }
      case CelByteString bytes -> {
        takeText(bytes.size());
        yield bytes.toByteArray();
      }
      case UnsignedLong number ->
          number.longValue() >= 0 ? (Object) number.longValue() : number.bigIntegerValue();
      case Opt opt -> opt.present() ? plain(opt.value(), depth + 1) : null;
      case ValueType type -> type.celName();
      case Opaque opaque -> opaque.toString();
      case List<?> list -> plainList(list, depth);
      case Map<?, ?> map -> plainMap(map, depth);
      default -> value;
    };
  }

  private List<@Nullable Object> plainList(List<?> list, int depth) {
    List<@Nullable Object> copy = new ArrayList<>(Math.min(list.size(), 1_000));
    for (Object element : list) {
      copy.add(plain(Values.adapt(element, exprId), depth + 1));
    }
    return Collections.unmodifiableList(copy);
  }

  private Map<@Nullable Object, @Nullable Object> plainMap(Map<?, ?> map, int depth) {
    if (map.size() > valuesLeft) {
      valuesLeft = 0;
    }
    Map<@Nullable Object, @Nullable Object> copy = new LinkedHashMap<>();
    for (Object key : Maps.sortedKeys(map, frame, exprId)) {
      if (key instanceof String text) {
        takeText(text.length());
      }
      Object value = key == null ? map.get(null) : Maps.find(map, key);
      copy.put(plainKey(key), plain(Values.adapt(value, exprId), depth + 1));
    }
    return Collections.unmodifiableMap(copy);
  }

  private static @Nullable Object plainKey(@Nullable Object key) {
    return key instanceof UnsignedLong number
        ? number.longValue() >= 0 ? (Object) number.longValue() : number.bigIntegerValue()
        : key;
  }

  private void takeText(int length) {
    textLeft -= length;
    if (textLeft < 0) {
      throw LimitExceeded.result(
          "the strings of the result have more than "
              + LimitExceeded.grouped(frame.limits.textLength())
              + " characters",
          exprId);
    }
  }
}
