package dev.fleetwright.status;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Texts as values of labels: themselves where that is possible, else cut and told apart. */
final class LabelValue {

  private static final Pattern VALID =
      Pattern.compile("(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?");
  private static final int LONGEST = 63;
  private static final int DIGITS = 10;

  private LabelValue() {}

  /** Different texts give different values. */
  static String of(String text) {
    if (fits(text)) {
      return text;
    }
    String readable = text.replaceAll("[^-A-Za-z0-9_.]", "-").replaceAll("^[^A-Za-z0-9]+", "");
    String cut = readable.substring(0, Math.min(LONGEST - DIGITS - 1, readable.length()));
    return cut + (cut.isEmpty() ? "" : "-") + digest(text);
  }

  static boolean fits(String text) {
    return text.length() <= LONGEST && VALID.matcher(text).matches();
  }

  private static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
