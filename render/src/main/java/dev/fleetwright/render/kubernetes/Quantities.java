package dev.fleetwright.render.kubernetes;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Amounts as Kubernetes writes them: {@code 500m}, {@code 2Gi}, {@code 1e3}. */
final class Quantities {

  private static final Map<String, BigDecimal> UNITS =
      Map.ofEntries(
          Map.entry("", BigDecimal.ONE),
          Map.entry("n", new BigDecimal("1e-9")),
          Map.entry("u", new BigDecimal("1e-6")),
          Map.entry("m", new BigDecimal("1e-3")),
          Map.entry("k", new BigDecimal("1e3")),
          Map.entry("M", new BigDecimal("1e6")),
          Map.entry("G", new BigDecimal("1e9")),
          Map.entry("T", new BigDecimal("1e12")),
          Map.entry("P", new BigDecimal("1e15")),
          Map.entry("E", new BigDecimal("1e18")),
          Map.entry("Ki", new BigDecimal(1L << 10)),
          Map.entry("Mi", new BigDecimal(1L << 20)),
          Map.entry("Gi", new BigDecimal(1L << 30)),
          Map.entry("Ti", new BigDecimal(1L << 40)),
          Map.entry("Pi", new BigDecimal(1L << 50)),
          Map.entry("Ei", new BigDecimal(1L << 60)));

  private Quantities() {}

  /** Negative, zero or positive; zero when one of them is no quantity, which others complain of. */
  static int compare(Object a, Object b) {
    BigDecimal left = parse(a);
    BigDecimal right = parse(b);
    return left == null || right == null ? 0 : left.compareTo(right);
  }

  static @Nullable BigDecimal parse(Object value) {
    String text = String.valueOf(value);
    int end = text.length();
    while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
      end--;
    }
    BigDecimal unit = UNITS.get(text.substring(end));
    if (unit == null || text.length() > 60) {
      return null;
    }
    try {
      return new BigDecimal(text.substring(0, end)).multiply(unit);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
