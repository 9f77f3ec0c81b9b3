package dev.fleetwright.status;

import dev.fleetwright.status.kinds.AggregatorType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.TreeMap;

/** One aggregation over one group, from which rows can be taken out again without a trace. */
sealed interface Accumulator {

  void add(Datum value);

  void remove(Datum value);

  /**
   * The aggregate.
   *
   * @param rows how many rows the group has
   */
  Datum result(long rows);

  static Accumulator of(AggregatorType type) {
    return switch (type) {
      case COUNT -> new Count();
      case SUM -> new Sum(false);
      case AVG -> new Sum(true);
      case MIN -> new Extreme(false);
      case MAX -> new Extreme(true);
    };
  }

  /** Counts rows, whatever is in them. */
  final class Count implements Accumulator {
    @Override
    public void add(Datum value) {}

    @Override
    public void remove(Datum value) {}

    @Override
    public Datum result(long rows) {
      return new Datum.Whole(rows);
    }
  }

  /**
   * An exact sum: decimal digits, not binary fractions, so that order and removal leave no drift.
   */
  final class Sum implements Accumulator {
    private final boolean mean;
    private long count;
    private long small;
    private BigDecimal large = BigDecimal.ZERO;
    private long notNumbers;
    private long infinities;
    private long negativeInfinities;

    Sum(boolean mean) {
      this.mean = mean;
    }

    @Override
    public void add(Datum value) {
      count++;
      change(value, 1);
    }

    @Override
    public void remove(Datum value) {
      count--;
      change(value, -1);
    }

    private void change(Datum value, int sign) {
      switch (value) {
        case Datum.Whole(long number) -> addWhole(number, sign);
        case Datum.Decimal(BigDecimal number) ->
            large = sign > 0 ? large.add(number) : large.subtract(number);
        case Datum.Special(double number) -> {
          if (Double.isNaN(number)) {
            notNumbers += sign;
          } else if (number > 0) {
            infinities += sign;
          } else {
            negativeInfinities += sign;
          }
        }
        default -> throw new IllegalArgumentException("no number: " + value);
      }
    }

    private void addWhole(long number, int sign) {
      long sum = sign > 0 ? small + number : small - number;
      long other = sign > 0 ? number : ~number;
      boolean overflows = ((small ^ sum) & (other ^ sum)) < 0;
      if (overflows || (sign < 0 && number == Long.MIN_VALUE)) {
        BigDecimal exact = BigDecimal.valueOf(number);
        large = sign > 0 ? large.add(exact) : large.subtract(exact);
      } else {
        small = sum;
      }
    }

    @Override
    public Datum result(long rows) {
      if (count == 0) {
        return Datum.Nothing.NOTHING;
      }
      if (notNumbers > 0 || (infinities > 0 && negativeInfinities > 0)) {
        return new Datum.Special(Double.NaN);
      }
      if (infinities > 0 || negativeInfinities > 0) {
        return new Datum.Special(
            infinities > 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
      }
      BigDecimal sum = large.add(BigDecimal.valueOf(small));
      return Numbers.rounded(
          mean ? sum.divide(BigDecimal.valueOf(count), MathContext.DECIMAL128) : sum);
    }
  }

  /** The smallest or largest value; all values are kept, since the extreme one may leave. */
  final class Extreme implements Accumulator {
    private final boolean largest;
    private final TreeMap<Datum, Integer> counts = new TreeMap<>();

    Extreme(boolean largest) {
      this.largest = largest;
    }

    @Override
    public void add(Datum value) {
      counts.merge(value, 1, Integer::sum);
    }

    @Override
    public void remove(Datum value) {
      counts.computeIfPresent(value, (_, count) -> count == 1 ? null : count - 1);
    }

    @Override
    public Datum result(long rows) {
      if (counts.isEmpty()) {
        return Datum.Nothing.NOTHING;
      }
      return largest ? counts.lastKey() : counts.firstKey();
    }
  }
}
