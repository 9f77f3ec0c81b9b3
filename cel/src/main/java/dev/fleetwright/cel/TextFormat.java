package dev.fleetwright.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code 'a %s of %d'.format([x, y])} with the clauses {@code %s %d %f %e %b %x %X %o %%} and a
 * precision as in {@code %.2f}.
 */
final class TextFormat {

  private static final int MOST_DIGITS = 100;

  private final Frame frame;
  private final long id;
  private final StringBuilder out = new StringBuilder();

  private TextFormat(Frame frame, long id) {
    this.frame = frame;
    this.id = id;
  }

  static @Nullable Object format(Frame frame, long id, @Nullable Object[] args) {
    if (args[0] instanceof String text && args[1] instanceof List<?> values) {
      return new TextFormat(frame, id).write(text, values);
    }
    throw Node.noOverload(id, "format()", args);
  }

  private String write(String text, List<?> values) {
    int used = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '%') {
        append(c);
        continue;
      }
      int end = i + 1;
      while (end < text.length()
          && (text.charAt(end) == '.' || Character.isDigit(text.charAt(end)))) {
        end++;
      }
      String given = text.substring(i + 1, end);
      if (end == text.length() || !given.matches("(\\.[0-9]{1,3})?")) {
        throw invalid("the clause at " + i + " of the format is not complete");
      }
      char clause = text.charAt(end);
      i = end;
      if (clause == '%') {
        append('%');
        continue;
      }
      if (used >= values.size()) {
        throw invalid("index " + used + " out of range: the format has more clauses than values");
      }
      int digits = given.isEmpty() ? 6 : Integer.parseInt(given.substring(1));
      if (digits > MOST_DIGITS) {
        throw invalid("a precision of more than " + MOST_DIGITS + " digits");
      }
      clause(clause, digits, Values.adapt(values.get(used++), id));
    }
    frame.chargeText(out.length(), id);
    return out.toString();
  }

  private void clause(char clause, int digits, @Nullable Object value) {
    switch (clause) {
      case 's' -> text(value, 0);
      case 'd' -> append(whole(clause, value));
      case 'f' -> append(fixed(digits, number(clause, value)));
      case 'e' -> append(scientific(digits, number(clause, value)));
      case 'b' ->
          append(value instanceof Boolean flag ? flag ? "1" : "0" : based(clause, value, 2));
      case 'o' -> append(based(clause, value, 8));
      case 'x' -> append(hex(clause, value));
      case 'X' -> append(hex(clause, value).toUpperCase(Locale.ROOT));
      default -> throw invalid("unrecognized formatting clause \"" + clause + "\"");
    }
  }

  private String whole(char clause, @Nullable Object value) {
    if (value instanceof Long || value instanceof UnsignedLong) {
      return String.valueOf(value);
    }
    if (value instanceof Double number) {
      return plain(number);
    }
    throw wrong(clause, value);
  }

  private double number(char clause, @Nullable Object value) {
    return switch (value) {
      case Double number -> number;
      case Long number -> number.doubleValue();
      case UnsignedLong number -> number.doubleValue();
      case null, default -> throw wrong(clause, value);
    };
  }

  private static String fixed(int digits, double number) {
    return Double.isFinite(number)
        ? new BigDecimal(number).setScale(digits, RoundingMode.HALF_EVEN).toPlainString()
        : plain(number);
  }

  private static String scientific(int digits, double number) {
    return Double.isFinite(number)
        ? String.format(Locale.ROOT, "%." + digits + "e", number)
        : plain(number);
  }

  private String based(char clause, @Nullable Object value, int radix) {
    return switch (value) {
      case Long number -> Long.toString(number, radix);
      case UnsignedLong number -> number.bigIntegerValue().toString(radix);
      case null, default -> throw wrong(clause, value);
    };
  }

  private String hex(char clause, @Nullable Object value) {
    return switch (value) {
      case String text -> HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
      case CelByteString bytes -> HexFormat.of().formatHex(bytes.toByteArray());
      case null, default -> based(clause, value, 16);
    };
  }

  private void text(@Nullable Object value, int depth) {
    frame.charge(1, id);
    if (depth > Frame.DEEPEST_VALUE) {
      throw LimitExceeded.depth(id);
    }
    switch (value) {
      case null -> append("null");
      case Absent _ -> append("null");
      case Double number -> append(plain(number));
      case CelByteString bytes -> append(new String(bytes.toByteArray(), StandardCharsets.UTF_8));
      case Instant time -> append(time.toString());
      case Duration duration -> append(seconds(duration));
      case ValueType type -> append(type.celName());
      case List<?> list -> {
        append('[');
        String before = "";
        for (Object element : list) {
          append(before);
          text(Values.adapt(element, id), depth + 1);
          before = ", ";
        }
        append(']');
      }
      case Map<?, ?> map -> {
        append('{');
        String before = "";
        for (Object key : Maps.sortedKeys(map, frame, id)) {
          append(before);
          text(key, depth + 1);
          append(": ");
          text(Values.adapt(Maps.find(map, key), id), depth + 1);
          before = ", ";
        }
        append('}');
      }
      default -> append(value.toString());
    }
  }

  private static String plain(double number) {
    if (Double.isNaN(number)) {
      return "NaN";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "Infinity" : "-Infinity";
    }
    BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    return exact.signum() == 0 ? "0" : exact.toPlainString();
  }

  private static String seconds(Duration duration) {
    return new BigDecimal(duration.getSeconds())
            .add(BigDecimal.valueOf(duration.getNano(), 9))
            .stripTrailingZeros()
            .toPlainString()
        + "s";
  }

  private void append(char c) {
    out.append(c);
    bound();
  }

  private void append(String text) {
    out.append(text);
    bound();
  }

  private void bound() {
    if (out.length() > frame.limits.textLength()) {
      throw LimitExceeded.text(frame.limits, id);
    }
  }

  private EvalError wrong(char clause, @Nullable Object value) {
    return invalid("a value of type " + Values.typeOf(value).label() + " does not fit %" + clause);
  }

  private EvalError invalid(String message) {
    return EvalError.of(
        "invalid-argument", id, "format(): " + message, "use %s for values of any type");
  }
}
