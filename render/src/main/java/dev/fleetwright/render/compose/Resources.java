package dev.fleetwright.render.compose;

import dev.fleetwright.render.plain.Fields;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests, limits and replicas in Compose's units. */
final class Resources {

  private Resources() {}

  static void add(
      Map<String, @Nullable Object> resources,
      Map<String, @Nullable Object> service,
      long replicas) {
    Map<String, @Nullable Object> deploy = new LinkedHashMap<>(Fields.map(service, "deploy"));
    if (replicas > 1) {
      deploy.put("replicas", replicas);
    }
    Map<String, @Nullable Object> amounts =
        Fields.of(
            "limits", amounts(Fields.map(resources, "limits")),
            "reservations", amounts(Fields.map(resources, "requests")));
    if (!amounts.isEmpty()) {
      deploy.put("resources", amounts);
    }
    if (!deploy.isEmpty()) {
      service.put("deploy", deploy);
    }
  }

  private static Map<String, @Nullable Object> amounts(Map<String, @Nullable Object> kubernetes) {
    Object cpu = kubernetes.get("cpu");
    Object memory = kubernetes.get("memory");
    return Fields.of(
        "cpus", cpu == null ? null : plain(cpu), "memory", memory == null ? null : bytes(memory));
  }

  private static @Nullable String plain(Object quantity) {
    BigDecimal number = amount(String.valueOf(quantity));
    return number == null ? null : number.stripTrailingZeros().toPlainString();
  }

  private static @Nullable String bytes(Object quantity) {
    BigDecimal number = amount(String.valueOf(quantity));
    return number == null ? null : number.toBigInteger() + "b";
  }

  private static @Nullable BigDecimal amount(String text) {
    int end = text.length();
    while (end > 0 && Character.isLetter(text.charAt(end - 1))) {
      end--;
    }
    try {
      BigDecimal number = new BigDecimal(text.substring(0, end));
      return switch (text.substring(end)) {
        case "" -> number;
        case "n" -> number.scaleByPowerOfTen(-9);
        case "u" -> number.scaleByPowerOfTen(-6);
        case "m" -> number.scaleByPowerOfTen(-3);
        case "k" -> number.scaleByPowerOfTen(3);
        case "M" -> number.scaleByPowerOfTen(6);
        case "G" -> number.scaleByPowerOfTen(9);
        case "T" -> number.scaleByPowerOfTen(12);
        case "P" -> number.scaleByPowerOfTen(15);
        case "Ki" -> number.multiply(BigDecimal.valueOf(1L << 10));
        case "Mi" -> number.multiply(BigDecimal.valueOf(1L << 20));
        case "Gi" -> number.multiply(BigDecimal.valueOf(1L << 30));
        case "Ti" -> number.multiply(BigDecimal.valueOf(1L << 40));
        default -> null;
      };
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
