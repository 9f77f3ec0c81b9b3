package dev.fleetwright.cel;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One spelling for each result, so that equal results print as equal bytes. */
final class CelJson {

  private static final double LARGEST_PLAIN = 1e15;

  private CelJson() {}

  static String of(@Nullable Object plain) {
    StringBuilder out = new StringBuilder();
    append(out, plain);
    return out.toString();
  }

  /** As JSON, but what JSON must quote for lack of a type stands bare when it is alone. */
  static String textOf(@Nullable Object plain) {
    return switch (plain) {
      case Instant time -> time.toString();
      case Duration duration -> durationText(duration);
      case Double number -> doubleText(number);
      case byte[] bytes -> Base64.getEncoder().encodeToString(bytes);
      case null, default -> of(plain);
    };
  }

  private static void append(StringBuilder out, @Nullable Object plain) {
    switch (plain) {
      case null -> out.append("null");
      case String text -> appendString(out, text);
      case Double number -> {
        if (Double.isFinite(number)) {
          out.append(doubleText(number));
        } else {
          appendString(out, doubleText(number));
        }
      }
      case Number number -> out.append(number);
      case Boolean flag -> out.append(flag);
      case Instant time -> appendString(out, time.toString());
      case Duration duration -> appendString(out, durationText(duration));
      case byte[] bytes -> appendString(out, Base64.getEncoder().encodeToString(bytes));
      case List<?> list -> appendList(out, list);
      case Map<?, ?> map -> appendMap(out, map);
      default -> appendString(out, plain.toString());
    }
  }

  private static void appendList(StringBuilder out, List<?> list) {
    out.append('[');
    for (Iterator<?> it = list.iterator(); it.hasNext(); ) {
      append(out, it.next());
      out.append(it.hasNext() ? "," : "");
    }
    out.append(']');
  }

  private static void appendMap(StringBuilder out, Map<?, ?> map) {
    Map<String, @Nullable Object> sorted = new TreeMap<>();
    map.forEach((key, value) -> sorted.put(String.valueOf(key), value));
    out.append('{');
    String separator = "";
    for (Map.Entry<String, @Nullable Object> entry : sorted.entrySet()) {
      out.append(separator);
      appendString(out, entry.getKey());
      out.append(':');
      append(out, entry.getValue());
      separator = ",";
    }
    out.append('}');
  }

  /** A double keeps its fraction, even an empty one, so that it stays apart from an int. */
  private static String doubleText(double number) {
    return number == Math.rint(number) && Math.abs(number) < LARGEST_PLAIN
        ? (number == 0 && 1 / number < 0 ? "-0.0" : (long) number + ".0")
        : Double.toString(number);
  }

  /** Seconds with as many decimals as needed, as protobuf's JSON has it. */
  private static String durationText(Duration duration) {
    return new java.math.BigDecimal(duration.getSeconds())
            .add(java.math.BigDecimal.valueOf(duration.getNano(), 9))
            .stripTrailingZeros()
            .toPlainString()
        + "s";
  }

  static void appendString(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || c == 0x7f || isLone(text, i)) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /** Half a surrogate pair has no UTF-8 form. */
  private static boolean isLone(String text, int i) {
    char c = text.charAt(i);
    return Character.isHighSurrogate(c)
        ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
        : Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
