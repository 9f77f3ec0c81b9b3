package dev.fleetwright.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The arithmetic operators, exact or an error; {@code +} also joins strings, bytes and lists. */
final class Arithmetic {

  private static final CallNode.Body LIBRARY_ADD = LibraryCalls.call("_+_", 2, false);
  private static final CallNode.Body LIBRARY_SUBTRACT = LibraryCalls.call("_-_", 2, false);

  private Arithmetic() {}

  static @Nullable Object add(Frame frame, long id, @Nullable Object[] args) {
    Object a = args[0];
    Object b = args[1];
    if (a instanceof Long x && b instanceof Long y) {
      try {
        return Math.addExact(x, y);
      } catch (ArithmeticException e) {
        throw overflow(id);
      }
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x + y;
    }
    if (a instanceof String x && b instanceof String y) {
      frame.allowText((long) x.length() + y.length(), id);
      return x.concat(y);
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      return concat(frame, id, x, y);
    }
    if (a instanceof UnsignedLong x && b instanceof UnsignedLong y) {
      return unsigned(id, x.bigIntegerValue().add(y.bigIntegerValue()));
    }
    if (a instanceof CelByteString x && b instanceof CelByteString y) {
      frame.allowText((long) x.size() + y.size(), id);
      return x.concat(y);
    }
    if (isTime(a) && isTime(b)) {
      return LIBRARY_ADD.call(frame, id, args);
    }
    throw Node.noOverload(id, "\"+\"", args);
  }

  private static List<@Nullable Object> concat(Frame frame, long id, List<?> a, List<?> b) {
    frame.allowElements((long) a.size() + b.size(), id);
    if (a instanceof Accumulators.OpenList accumulator && accumulator.open) {
      frame.charge(b.size(), id);
      accumulator.addAll(b);
      return accumulator;
    }
    frame.charge((long) a.size() + b.size(), id);
    List<@Nullable Object> both = new ArrayList<>(a.size() + b.size());
    both.addAll(a);
    both.addAll(b);
    return both;
  }

  static @Nullable Object subtract(Frame frame, long id, @Nullable Object[] args) {
    Object a = args[0];
    Object b = args[1];
    if (a instanceof Long x && b instanceof Long y) {
      try {
        return Math.subtractExact(x, y);
      } catch (ArithmeticException e) {
        throw overflow(id);
      }
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x - y;
    }
    if (a instanceof UnsignedLong x && b instanceof UnsignedLong y) {
      return unsigned(id, x.bigIntegerValue().subtract(y.bigIntegerValue()));
    }
    if (isTime(a) && isTime(b)) {
      return LIBRARY_SUBTRACT.call(frame, id, args);
    }
    throw Node.noOverload(id, "\"-\"", args);
  }

  static @Nullable Object multiply(Frame frame, long id, @Nullable Object[] args) {
    Object a = args[0];
    Object b = args[1];
    if (a instanceof Long x && b instanceof Long y) {
      try {
        return Math.multiplyExact(x, y);
      } catch (ArithmeticException e) {
        throw overflow(id);
      }
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x * y;
    }
    if (a instanceof UnsignedLong x && b instanceof UnsignedLong y) {
      return unsigned(id, x.bigIntegerValue().multiply(y.bigIntegerValue()));
    }
    throw Node.noOverload(id, "\"*\"", args);
  }

  static @Nullable Object divide(Frame frame, long id, @Nullable Object[] args) {
    Object a = args[0];
    Object b = args[1];
    if (a instanceof Long x && b instanceof Long y) {
      if (y == 0) {
        throw divideByZero(id);
      }
      if (x == Long.MIN_VALUE && y == -1) {
        throw overflow(id);
      }
      return x / y;
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x / y;
    }
    if (a instanceof UnsignedLong x && b instanceof UnsignedLong y) {
      if (y.equals(UnsignedLong.ZERO)) {
        throw divideByZero(id);
      }
      return x.dividedBy(y);
    }
    throw Node.noOverload(id, "\"/\"", args);
  }

  static @Nullable Object modulo(Frame frame, long id, @Nullable Object[] args) {
    Object a = args[0];
    Object b = args[1];
    if (a instanceof Long x && b instanceof Long y) {
      if (y == 0) {
        throw divideByZero(id);
      }
      return y == -1 ? 0L : x % y;
    }
    if (a instanceof UnsignedLong x && b instanceof UnsignedLong y) {
      if (y.equals(UnsignedLong.ZERO)) {
        throw divideByZero(id);
      }
      return x.mod(y);
    }
    throw Node.noOverload(id, "\"%\"", args);
  }

  static @Nullable Object negate(Frame frame, long id, @Nullable Object[] args) {
    if (args[0] instanceof Long x) {
      if (x == Long.MIN_VALUE) {
        throw overflow(id);
      }
      return -x;
    }
    if (args[0] instanceof Double x) {
      return -x;
    }
    throw Node.noOverload(id, "\"-\"", args);
  }

  private static boolean isTime(@Nullable Object value) {
    return value instanceof Instant || value instanceof Duration;
  }

  private static UnsignedLong unsigned(long id, BigInteger number) {
    if (number.signum() < 0 || number.bitLength() > 64) {
      throw overflow(id);
    }
    return UnsignedLong.valueOf(number);
  }

  private static EvalError overflow(long id) {
    return EvalError.of(
        "number-overflow",
        id,
        "the number does not fit into 64 bits",
        "calculate with smaller numbers, or with double()");
  }

  private static EvalError divideByZero(long id) {
    return EvalError.of(
        "divide-by-zero", id, "division by zero", "test the divisor first: d == 0 ? 0 : n / d");
  }
}
