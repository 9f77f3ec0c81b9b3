package dev.fleetwright.render.schema;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The formats that strings of specs have; other formats are notes for people. */
final class Formats {

  private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?+");
  private static final Pattern DNS_NAME =
      Pattern.compile(
          "(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?)*+");
  private static final Pattern QUANTITY =
      Pattern.compile(
          "[+-]?(?:[0-9]++(?:\\.[0-9]*+)?+|\\.[0-9]++)(?:[KMGTPE]i|[numkMGTPE]|[eE][-+]?[0-9]{1,3})?+");
  private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@+-]{0,511}");

  private Formats() {}

  /** What the text should be and is not; null when it is. */
  static @Nullable String complaint(String format, String text) {
    return switch (format) {
      case "dns-label" ->
          text.length() <= 63 && DNS_LABEL.matcher(text).matches()
              ? null
              : "DNS label (lower case letters, digits and hyphens, at most 63)";
      case "dns-name" -> DNS_NAME.matcher(text).matches() ? null : "DNS name";
      case "quantity" -> QUANTITY.matcher(text).matches() ? null : "quantity";
      case "image" ->
          IMAGE.matcher(text).matches() && !text.endsWith(":") && !text.endsWith("/")
              ? null
              : "container image";
      case "cron" -> Cron.isValid(text) ? null : "cron schedule";
      case "base64" -> isBase64(text) ? null : "base64";
      default -> null;
    };
  }

  private static boolean isBase64(String text) {
    try {
      java.util.Base64.getDecoder().decode(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  static String example(String format) {
    return switch (format) {
      case "dns-label" -> "write a name like web-1";
      case "dns-name" -> "write a name like shop.example.com";
      case "quantity" -> "write a number with a unit like 500m, 1.5 or 2Gi";
      case "image" -> "write an image like nginx:1.27";
      case "cron" -> "write five fields like \"*/5 * * * *\"";
      default -> "write it in that form";
    };
  }
}
