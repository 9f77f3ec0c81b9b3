package dev.fleetwright.cel;

import com.google.common.primitives.UnsignedLong;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads of maps that callers own: keys may be of any kind, and a key may be there with a null. */
final class Maps {

  private Maps() {}

  /** The raw value, or {@link Marker#MISSING}. */
  static @Nullable Object find(Map<?, ?> map, @Nullable Object key) {
    return switch (key) {
      case String text -> findSame(map, text);
      case Boolean flag -> findSame(map, flag);
      case Long number -> findInteger(map, number);
      case UnsignedLong number ->
          number.longValue() >= 0
              ? findInteger(map, number.longValue())
              : firstOf(findSame(map, number), map, number.bigIntegerValue());
      case Double number ->
          number == Math.rint(number) && Math.abs(number) < 0x1p63
              ? findInteger(map, number.longValue())
              : Marker.MISSING;
      case null, default -> Marker.MISSING;
    };
  }

  static boolean has(Map<?, ?> map, @Nullable Object key) {
    Object found = find(map, key);
    return found != Marker.MISSING;
  }

  static boolean isKey(@Nullable Object key) {
    return key instanceof String
        || key instanceof Boolean
        || key instanceof Long
        || key instanceof UnsignedLong;
  }

  static @Nullable Object findSame(Map<?, ?> map, Object key) {
    try {
      Object value = map.get(key);
      return value != null || map.containsKey(key) ? value : Marker.MISSING;
    } catch (ClassCastException e) {
      // A sorted map of keys of another type: it holds no such key.
      return Marker.MISSING;
    }
  }

  /** YAML gives Integer keys, an expression asks with a Long. */
  private static @Nullable Object findInteger(Map<?, ?> map, long key) {
    Object found = findSame(map, key);
    if (found == Marker.MISSING && key == (int) key) {
      found = findSame(map, (int) key);
    }
    if (found == Marker.MISSING && key >= 0) {
      found = findSame(map, UnsignedLong.valueOf(key));
    }
    return firstOf(found, map, BigInteger.valueOf(key));
  }

  private static @Nullable Object firstOf(@Nullable Object found, Map<?, ?> map, Object key) {
    return found == Marker.MISSING ? findSame(map, key) : found;
  }

  /**
   * The keys in one fixed order, whatever the map's own: numbers before strings before the rest.
   * Some maps of the JDK iterate differently in each process.
   */
  static @Nullable Object[] sortedKeys(Map<?, ?> map, Frame frame, long exprId) {
    @Nullable Object[] keys = map.keySet().toArray();
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Values.adapt(keys[i], exprId);
    }
    frame.charge(keys.length, exprId);
    Arrays.sort(keys, Comparisons::byKindThenValue);
    return keys;
  }
}
