package dev.fleetwright.capability;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A hash over a list of texts that tells every two lists apart: ("a", "bc") and ("ab", "c") differ,
 * because each text is hashed with its length. For one thread.
 */
final class ShortHash {

  private static final char[] DIGITS = "0123456789abcdefghijklmnopqrstuv".toCharArray();

  private final MessageDigest digest;

  ShortHash() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * The hash of a list of texts.
   *
   * @param length characters of five bits each, at most 51
   */
  String of(int length, String... parts) {
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      for (int shift = 24; shift >= 0; shift -= 8) {
        digest.update((byte) (bytes.length >>> shift));
      }
      digest.update(bytes);
    }
    byte[] hash = digest.digest();
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      int bit = i * 5;
      int pair = (hash[bit / 8] & 0xFF) << 8 | (hash[bit / 8 + 1] & 0xFF);
      text[i] = DIGITS[pair >>> (11 - bit % 8) & 31];
    }
    return new String(text);
  }
}
