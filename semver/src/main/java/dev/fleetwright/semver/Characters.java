package dev.fleetwright.semver;

/** The few characters that versions and ranges are made of. ASCII only, by intention. */
final class Characters {

  private static final int LONGEST_EXCERPT = 48;

  private Characters() {}

  /** {@code Character.isDigit} would let in the digits of every script. */
  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isIdentifierPart(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  }

  static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  static boolean isWildcard(char c) {
    return c == 'x' || c == 'X' || c == '*';
  }

  /** A piece of the text for a message, which a hostile text must not make long. */
  static String excerpt(String text, int from, int end) {
    return end - from <= LONGEST_EXCERPT
        ? text.substring(from, end)
        : text.substring(from, from + LONGEST_EXCERPT) + "…";
  }

  /** The character at an index as a message names it. */
  static String named(String text, int index) {
    int c = text.codePointAt(index);
    if (c == ' ') {
      return "a space";
    }
    if (c == '"') {
      return "'\"'";
    }
    return c > ' ' && c < 0x7F ? "\"" + (char) c + "\"" : String.format("U+%04X", c);
  }
}
