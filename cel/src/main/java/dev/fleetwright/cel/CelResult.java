package dev.fleetwright.cel;

import dev.fleetwright.model.Problem;
import org.jspecify.annotations.Nullable;

/** What an evaluation gave. */
public sealed interface CelResult {

  /**
   * A value in plain Java: String, Long (BigInteger for a uint beyond a long), Double, Boolean,
   * null, Instant, Duration, byte[], unmodifiable List and Map (keys in sorted order). An optional
   * is its content or null, a type is its name.
   *
   * @param absence why the value is null, when it is null because the evaluation failed on an
   *     absent value and the environment reads absent as null; null otherwise
   */
  record Value(ValueType type, @Nullable Object value, @Nullable Problem absence)
      implements CelResult {

    static final Value TRUE = new Value(ValueType.BOOL, true, null);
    static final Value FALSE = new Value(ValueType.BOOL, false, null);

    /** JSON with sorted keys; timestamps as RFC 3339, bytes as base64, NaN as {@code "NaN"}. */
    public String json() {
      return CelJson.of(value);
    }

    /** As people read it: a string as it is, all else as JSON. */
    public String text() {
      return value instanceof String string ? string : CelJson.textOf(value);
    }
  }

  /** No value. */
  record Failure(Problem problem, Cause cause) implements CelResult {}

  /** What kind of failure. */
  enum Cause {
    /** A field, index or variable that the expression reads is not there. */
    ABSENT,
    /** The values are there and do not fit: wrong types, division by zero, overflow. */
    ERROR,
    /** A limit of {@link CelLimits} stopped the evaluation. */
    LIMIT
  }
}
