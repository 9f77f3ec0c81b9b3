package dev.fleetwright.cel;

import com.google.common.primitives.UnsignedInteger;
import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Callers' values as the evaluation sees them: null, Boolean, Long, UnsignedLong, Double, String,
 * CelByteString, Instant, Duration, List, Map, {@link Opt}, {@link ValueType}. Lists and maps stay
 * the callers' own; their contents are adapted one by one, when they are read.
 */
final class Values {

  private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger UNSIGNED_MAX = UnsignedLong.MAX_VALUE.bigIntegerValue();

  private Values() {}

  static @Nullable Object adapt(@Nullable Object raw, long exprId) {
    // The common ones first: this is the hottest method of all.
    if (raw instanceof String
        || raw instanceof Map
        || raw instanceof List
        || raw instanceof Boolean
        || raw instanceof Long
        || raw instanceof Double
        || raw == null) {
      return raw;
    }
    if (raw instanceof Integer number) {
      return number.longValue();
    }
    return adaptRare(raw, exprId);
  }

  private static Object adaptRare(Object raw, long exprId) {
    return switch (raw) {
      case Absent _,
          Opt _,
          ValueType _,
          CelByteString _,
          UnsignedLong _,
          Instant _,
          Duration _,
          Opaque _ ->
          raw;
      case Short number -> number.longValue();
      case Byte number -> number.longValue();
      case Float number -> number.doubleValue();
      case BigInteger number -> adaptBig(number);
      case BigDecimal number -> number.doubleValue();
      case UnsignedInteger number -> UnsignedLong.valueOf(number.longValue());
      case byte[] bytes -> CelByteString.of(bytes);
      case OffsetDateTime time -> time.toInstant();
      case ZonedDateTime time -> time.toInstant();
      case CharSequence text -> text.toString();
      case Collection<?> collection -> new ArrayList<>(collection);
      case Object[] array -> Arrays.asList(array);
      default ->
          throw EvalError.of(
              "unsupported-value",
              exprId,
              "a value of the Java type " + raw.getClass().getName() + " has no meaning in CEL",
              "give maps, lists, strings, numbers, booleans, null, timestamps, durations or bytes");
    };
  }

  /** An integer that fits int or uint is one; a larger one is the nearest double. */
  private static Object adaptBig(BigInteger number) {
    if (number.compareTo(LONG_MIN) >= 0 && number.compareTo(LONG_MAX) <= 0) {
      return number.longValue();
    }
    if (number.signum() > 0 && number.compareTo(UNSIGNED_MAX) <= 0) {
      return UnsignedLong.valueOf(number);
    }
    return number.doubleValue();
  }

  /** The type of an adapted value. */
  static ValueType typeOf(@Nullable Object value) {
    return switch (value) {
      case null -> ValueType.NULL;
      case String _ -> ValueType.STRING;
      case Boolean _ -> ValueType.BOOL;
      case Long _ -> ValueType.INT;
      case Double _ -> ValueType.DOUBLE;
      case Map<?, ?> _ -> ValueType.MAP;
      case List<?> _ -> ValueType.LIST;
      case UnsignedLong _ -> ValueType.UINT;
      case Instant _ -> ValueType.TIMESTAMP;
      case Duration _ -> ValueType.DURATION;
      case CelByteString _ -> ValueType.BYTES;
      case Opt _ -> ValueType.OPTIONAL;
      case ValueType _ -> ValueType.TYPE;
      case Absent _ -> ValueType.NULL;
      case Opaque opaque -> opaque.type();
      default -> throw new IllegalStateException("not an adapted value: " + value.getClass());
    };
  }

  static boolean isNull(@Nullable Object value) {
    return value == null || value == Absent.ABSENT;
  }

  /** Whether a failure with this argument is a failure on an absent value. */
  static boolean involvesAbsent(@Nullable Object value) {
    if (value == Absent.ABSENT) {
      return true;
    }
    if (value instanceof List<?> list) {
      int looked = 0;
      for (Object element : list) {
        if (element == Absent.ABSENT) {
          return true;
        }
        if (element instanceof List<?> pair && pair.size() == 2 && pair.contains(Absent.ABSENT)) {
          return true;
        }
        if (++looked == 100) {
          return false;
        }
      }
    }
    return value instanceof Opt opt && opt.present() && involvesAbsent(opt.value());
  }

  static boolean isZero(@Nullable Object value) {
    return switch (value) {
      case null -> true;
      case Absent _ -> true;
      case String text -> text.isEmpty();
      case Boolean flag -> !flag;
      case Long number -> number == 0;
      case Double number -> number == 0;
      case UnsignedLong number -> number.equals(UnsignedLong.ZERO);
      case Map<?, ?> map -> map.isEmpty();
      case List<?> list -> list.isEmpty();
      case Duration duration -> duration.isZero();
      case Instant time -> time.equals(Instant.EPOCH);
      case CelByteString bytes -> bytes.isEmpty();
      case Opt opt -> !opt.present();
      default -> false;
    };
  }
}
