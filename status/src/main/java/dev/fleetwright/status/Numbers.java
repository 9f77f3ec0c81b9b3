package dev.fleetwright.status;

import dev.fleetwright.status.Datum.Decimal;
import dev.fleetwright.status.Datum.Special;
import dev.fleetwright.status.Datum.Whole;
import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers of any kind in one form each, without loss. */
final class Numbers {

  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  /** Digits beyond this say nothing that a double could tell apart. */
  private static final int DOUBLE_DIGITS = 17;

  /** Longer numbers are written with an exponent. */
  private static final int LONGEST_PLAIN = 40;

  private Numbers() {}

  static Datum of(double number) {
    if (!Double.isFinite(number)) {
      return new Special(number);
    }
    // A whole double is exactly what its bits say; a fraction is what people wrote.
    return number == Math.rint(number)
        ? of(new BigDecimal(number))
        : new Decimal(new BigDecimal(Double.toString(number)).stripTrailingZeros());
  }

  static Datum of(BigDecimal number) {
    if (number.compareTo(LONG_MIN) >= 0
        && number.compareTo(LONG_MAX) <= 0
        && number.stripTrailingZeros().scale() <= 0) {
      return new Whole(number.longValueExact());
    }
    return new Decimal(number.stripTrailingZeros());
  }

  /** What a sum or mean is shown as: whole numbers exactly, fractions as a double has them. */
  static Datum rounded(BigDecimal exact) {
    BigDecimal stripped = exact.stripTrailingZeros();
    if (stripped.scale() <= 0 || stripped.precision() <= DOUBLE_DIGITS) {
      return of(stripped);
    }
    double nearest = exact.doubleValue();
    return Double.isFinite(nearest) && nearest != 0
        ? of(new BigDecimal(Double.toString(nearest)))
        : of(exact.round(new MathContext(DOUBLE_DIGITS)));
  }

  static BigDecimal exact(Datum number) {
    return switch (number) {
      case Whole(long whole) -> BigDecimal.valueOf(whole);
      case Decimal(BigDecimal decimal) -> decimal;
      default -> throw new IllegalArgumentException("no finite number: " + number);
    };
  }

  static String text(BigDecimal number) {
    String plainest = number.toString();
    long digits = (long) number.precision() + Math.abs((long) number.scale());
    return digits <= LONGEST_PLAIN ? number.toPlainString() : plainest;
  }

  /** By value; NaN is larger than everything. */
  static int compare(Datum a, Datum b) {
    if (a instanceof Whole(long left) && b instanceof Whole(long right)) {
      return Long.compare(left, right);
    }
    if (a instanceof Special || b instanceof Special) {
      return Double.compare(special(a), special(b));
    }
    return exact(a).compareTo(exact(b));
  }

  private static double special(Datum number) {
    return number instanceof Special(double value) ? value : 0;
  }
}
