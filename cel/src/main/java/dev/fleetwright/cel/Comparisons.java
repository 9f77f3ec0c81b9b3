package dev.fleetwright.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** CEL's order. Numbers of all three types lie on one line and compare exactly. */
final class Comparisons {

  /** The two values have no order: their types differ, or one is NaN. */
  static final int UNORDERED = Integer.MIN_VALUE;

  private static final double TWO_TO_63 = 0x1p63;
  private static final double TWO_TO_64 = 0x1p64;

  private Comparisons() {}

  static boolean isNumber(@Nullable Object value) {
    return value instanceof Long || value instanceof Double || value instanceof UnsignedLong;
  }

  /** Whether the two have an order, if need be an unordered NaN. */
  static boolean comparable(@Nullable Object a, @Nullable Object b) {
    if (isNumber(a)) {
      return isNumber(b);
    }
    return switch (a) {
      case String _ -> b instanceof String;
      case Boolean _ -> b instanceof Boolean;
      case Instant _ -> b instanceof Instant;
      case Duration _ -> b instanceof Duration;
      case CelByteString _ -> b instanceof CelByteString;
      case null, default -> false;
    };
  }

  /** Negative, zero or positive, or {@link #UNORDERED}; only for comparable values. */
  static int compare(Object a, Object b) {
    return switch (a) {
      case String text -> compareText(text, (String) b);
      case Boolean flag -> flag.compareTo((Boolean) b);
      case Instant time -> time.compareTo((Instant) b);
      case Duration duration -> duration.compareTo((Duration) b);
      case CelByteString bytes ->
          Arrays.compareUnsigned(bytes.toByteArray(), ((CelByteString) b).toByteArray());
      default -> compareNumbers(a, b);
    };
  }

  static int compareNumbers(Object a, Object b) {
    return switch (a) {
      case Long x ->
          switch (b) {
            case Long y -> Long.compare(x, y);
            case UnsignedLong y -> compareSigned(x, y);
            default -> compareDouble(x, (Double) b);
          };
      case UnsignedLong x ->
          switch (b) {
            case Long y -> -compareSigned(y, x);
            case UnsignedLong y -> x.compareTo(y);
            default -> compareDouble(x, (Double) b);
          };
      default -> {
        double x = (Double) a;
        yield switch (b) {
          case Long y -> negated(compareDouble(y, x));
          case UnsignedLong y -> negated(compareDouble(y, x));
          default -> compareDoubles(x, (Double) b);
        };
      }
    };
  }

  private static int negated(int order) {
    return order == UNORDERED ? UNORDERED : -order;
  }

  private static int compareDoubles(double x, double y) {
    return x < y ? -1 : x > y ? 1 : x == y ? 0 : UNORDERED;
  }

  private static int compareSigned(long x, UnsignedLong y) {
    return x < 0 || y.longValue() < 0 ? -1 : Long.compare(x, y.longValue());
  }

  private static int compareDouble(long x, double y) {
    if (Double.isNaN(y)) {
      return UNORDERED;
    }
    if (y >= TWO_TO_63) {
      return -1;
    }
    if (y < -TWO_TO_63) {
      return 1;
    }
    long whole = (long) y;
    return x != whole ? Long.compare(x, whole) : Double.compare(0, y - whole + 0.0);
  }

  private static int compareDouble(UnsignedLong x, double y) {
    if (Double.isNaN(y)) {
      return UNORDERED;
    }
    if (y >= TWO_TO_64) {
      return -1;
    }
    if (y < 0) {
      return 1;
    }
    return new BigDecimal(x.bigIntegerValue()).compareTo(new BigDecimal(y));
  }

  /** By code points, as the specification has it; Java's own order is by UTF-16 units. */
  private static int compareText(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        return Character.isSurrogate(x) == Character.isSurrogate(y)
            ? Character.compare(x, y)
            : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** A total order for keys, of no meaning in CEL. */
  static int byKindThenValue(@Nullable Object a, @Nullable Object b) {
    if (comparable(a, b) && a != null && b != null) {
      int order = compare(a, b);
      return order == UNORDERED ? 0 : order;
    }
    return Integer.compare(kind(a), kind(b));
  }

  private static int kind(@Nullable Object value) {
    return isNumber(value) ? 0 : value instanceof String ? 1 : value instanceof Boolean ? 2 : 3;
  }
}
