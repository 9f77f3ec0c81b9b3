package dev.fleetwright.status;

import dev.fleetwright.status.kinds.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A value of an expression, in the one form that equal values share: 1 and 1.0 are the same, and so
 * are mappings whose keys stand in another order. Totally ordered, nulls first as in SQL.
 */
sealed interface Datum extends Comparable<Datum> {

  /** NULL. */
  record Nothing() implements Datum {
    static final Nothing NOTHING = new Nothing();

    @Override
    public Value value() {
      return Value.NULL;
    }
  }

  /** True or false. */
  record Flag(boolean flag) implements Datum {
    static final Flag TRUE = new Flag(true);
    static final Flag FALSE = new Flag(false);

    @Override
    public Value value() {
      return Value.ofBool(flag);
    }
  }

  /** A whole number that fits into 64 bits. */
  record Whole(long number) implements Datum {
    @Override
    public Value value() {
      return Value.ofNumber(Long.toString(number));
    }
  }

  /** Any other finite number. */
  record Decimal(BigDecimal number) implements Datum {
    @Override
    public Value value() {
      return Value.ofNumber(Numbers.text(number));
    }
  }

  /** NaN or an infinity. */
  record Special(double number) implements Datum {
    @Override
    public Value value() {
      return Value.ofNumber(Double.toString(number));
    }
  }

  /** A text. */
  record Text(String text) implements Datum {
    @Override
    public Value value() {
      return Value.ofString(text);
    }
  }

  /** A point in time. */
  record Time(Instant time) implements Datum {
    @Override
    public Value value() {
      return Value.ofString(time.toString());
    }
  }

  /** A length of time. */
  record Span(Duration duration) implements Datum {
    @Override
    public Value value() {
      return Value.ofString(text(duration));
    }

    private static String text(Duration duration) {
      return new BigDecimal(duration.getSeconds())
              .add(BigDecimal.valueOf(duration.getNano(), 9))
              .stripTrailingZeros()
              .toPlainString()
          + "s";
    }
  }

  /** A list of plain values. */
  record Items(List<Object> items) implements Datum {
    @Override
    public Value value() {
      return Value.ofArray(items);
    }
  }

  /** A mapping of plain values with sorted keys. */
  record Fields(Map<String, Object> fields) implements Datum {
    @Override
    public Value value() {
      return Value.ofObject(fields);
    }
  }

  /** As it stands in a result. */
  Value value();

  static Datum of(@Nullable Object plain) {
    return switch (plain) {
      case null -> Nothing.NOTHING;
      case Boolean flag -> flag ? Flag.TRUE : Flag.FALSE;
      case String text -> new Text(text);
      case Long number -> new Whole(number);
      case Double number -> Numbers.of(number);
      case BigInteger number -> Numbers.of(new BigDecimal(number));
      case BigDecimal number -> Numbers.of(number);
      case Number number -> new Whole(number.longValue());
      case Instant time -> new Time(time);
      case Duration duration -> new Span(duration);
      case byte[] bytes -> new Text(Base64.getEncoder().encodeToString(bytes));
      case List<?> list -> new Items(plainItems(list));
      case Map<?, ?> map -> new Fields(plainFields(map));
      default -> new Text(plain.toString());
    };
  }

  /** Inside lists and mappings values are plain JSON, with numbers in one form each. */
  @SuppressWarnings("NullAway") // A null inside a free-form value stays one.
  private static Object plain(@Nullable Object value) {
    return switch (of(value)) {
      case Nothing() -> null;
      case Flag(boolean flag) -> flag;
      case Whole(long number) -> number;
      case Decimal(BigDecimal number) -> number;
      case Special(double number) -> Double.toString(number);
      case Text(String text) -> text;
      case Time(Instant time) -> time.toString();
      case Span span -> Span.text(span.duration);
      case Items(List<Object> items) -> items;
      case Fields(Map<String, Object> fields) -> fields;
    };
  }

  private static List<Object> plainItems(List<?> list) {
    List<Object> items = new ArrayList<>(list.size());
    list.forEach(item -> items.add(plain(item)));
    return items;
  }

  private static Map<String, Object> plainFields(Map<?, ?> map) {
    Map<String, Object> fields = new TreeMap<>();
    map.forEach((key, value) -> fields.put(String.valueOf(key), plain(value)));
    return fields;
  }

  /** Whether the value is a number. */
  default boolean isNumber() {
    return this instanceof Whole || this instanceof Decimal || this instanceof Special;
  }

  /** What the value is, for messages. */
  default String described() {
    return switch (this) {
      case Nothing _ -> "null";
      case Flag _ -> "a boolean";
      case Whole _, Decimal _, Special _ -> "a number";
      case Text _ -> "a string";
      case Time _ -> "a timestamp";
      case Span _ -> "a duration";
      case Items _ -> "a list";
      case Fields _ -> "an object";
    };
  }

  private int rank() {
    return switch (this) {
      case Nothing _ -> 0;
      case Flag _ -> 1;
      case Whole _, Decimal _, Special _ -> 2;
      case Text _ -> 3;
      case Time _ -> 4;
      case Span _ -> 5;
      case Items _ -> 6;
      case Fields _ -> 7;
    };
  }

  @Override
  default int compareTo(Datum other) {
    int byRank = Integer.compare(rank(), other.rank());
    if (byRank != 0 || this == other) {
      return byRank;
    }
    if (isNumber()) {
      return Numbers.compare(this, other);
    }
    return switch (this) {
      case Flag(boolean flag) when other instanceof Flag(boolean its) -> Boolean.compare(flag, its);
      case Text(String text) when other instanceof Text(String its) -> text.compareTo(its);
      case Time(Instant time) when other instanceof Time(Instant its) -> time.compareTo(its);
      case Span(Duration span) when other instanceof Span(Duration its) -> span.compareTo(its);
      case Items(List<Object> items) when other instanceof Items(List<Object> its) ->
          Json.of(items).compareTo(Json.of(its));
      case Fields(Map<String, Object> fields)
          when other instanceof Fields(Map<String, Object> its) ->
          Json.of(fields).compareTo(Json.of(its));
      default -> 0;
    };
  }
}
