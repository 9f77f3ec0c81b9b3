package dev.fleetwright.capability;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * A hash over a list of texts that tells every two lists apart: ("a", "bc") and ("ab", "c") differ,
 * because each text is hashed with its length. For one thread.
 */
final class ShortHash {

  private static final char[] DIGITS = "0123456789abcdefghijklmnopqrstuv".toCharArray();

  private final MessageDigest digest;
  private byte[] input = new byte[256];

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
    int used = 0;
    for (String part : parts) {
      int end = used + 4 + 3 * part.length();
      if (end > input.length) {
        input = Arrays.copyOf(input, 2 * end);
      }
      int size = encode(part, used + 4);
      for (int i = 0; i < 4; i++) {
        input[used + i] = (byte) (size >>> (24 - 8 * i));
      }
      used += 4 + size;
    }
    digest.update(input, 0, used);
    byte[] hash = digest.digest();
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      int bit = i * 5;
      int pair = (hash[bit / 8] & 0xFF) << 8 | (hash[bit / 8 + 1] & 0xFF);
      text[i] = DIGITS[pair >>> (11 - bit % 8) & 31];
    }
    return new String(text);
  }

  /** UTF-8 into the input; nearly all names are ASCII. Returns the number of bytes. */
  private int encode(String part, int at) {
    for (int i = 0; i < part.length(); i++) {
      char c = part.charAt(i);
      if (c >= 0x80) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, input, at, bytes.length);
        return bytes.length;
      }
      input[at + i] = (byte) c;
    }
    return part.length();
  }
}
