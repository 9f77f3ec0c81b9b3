package dev.fleetwright.semver;

import org.jspecify.annotations.Nullable;

/**
 * Reads numbers and identifiers from left to right, once. A method that cannot go on leaves a
 * {@link #fault} and returns {@link #NO_NUMBER} or null; nobody reads on after that.
 */
final class VersionScanner {

  static final long NO_NUMBER = -1;

  final String text;
  int at;
  @Nullable Fault fault;

  VersionScanner(String text) {
    this.text = text;
  }

  boolean atEnd() {
    return at >= text.length();
  }

  boolean sees(char c) {
    return at < text.length() && text.charAt(at) == c;
  }

  boolean seesDigit() {
    return at < text.length() && Characters.isDigit(text.charAt(at));
  }

  /** Steps over the character if it is next. */
  boolean takes(char c) {
    if (sees(c)) {
      at++;
      return true;
    }
    return false;
  }

  /** A number without leading zeros that fits a long. */
  long number(String what) {
    int from = at;
    while (seesDigit()) {
      at++;
    }
    if (at == from) {
      expected(what);
      return NO_NUMBER;
    }
    return checkedNumber(from, at);
  }

  private long checkedNumber(int from, int end) {
    if (text.charAt(from) == '0' && end - from > 1) {
      String digits = Characters.excerpt(text, from, end);
      fail(from, end - from, digits + " has a leading zero", "write " + withoutZeros(from, end));
      return NO_NUMBER;
    }
    long value = 0;
    for (int i = from; i < end; i++) {
      int digit = text.charAt(i) - '0';
      if (value > (Long.MAX_VALUE - digit) / 10) {
        fail(
            from,
            end - from,
            Characters.excerpt(text, from, end) + " is too large a number",
            "use a number up to " + Long.MAX_VALUE);
        return NO_NUMBER;
      }
      value = value * 10 + digit;
    }
    return value;
  }

  private String withoutZeros(int from, int end) {
    int first = from;
    while (first < end - 1 && text.charAt(first) == '0') {
      first++;
    }
    return Characters.excerpt(text, first, end);
  }

  /** The identifiers after {@code -}: numeric ones are numbers, with all that this means. */
  @Nullable String prerelease() {
    return identifiers("a prerelease identifier of letters, digits and hyphens", true);
  }

  /** The identifiers after {@code +}: any digits will do, for nobody counts with them. */
  @Nullable String build() {
    return identifiers("a build identifier of letters, digits and hyphens", false);
  }

  private @Nullable String identifiers(String what, boolean numbersCount) {
    int start = at;
    do {
      int from = at;
      boolean digitsOnly = true;
      while (at < text.length() && Characters.isIdentifierPart(text.charAt(at))) {
        digitsOnly &= Characters.isDigit(text.charAt(at));
        at++;
      }
      if (at == from) {
        expected(what);
        return null;
      }
      if (numbersCount && digitsOnly && checkedNumber(from, at) == NO_NUMBER) {
        return null;
      }
    } while (takes('.'));
    return text.substring(start, at);
  }

  void expected(String what) {
    expected(what, "");
  }

  void expected(String what, String nextStep) {
    if (atEnd()) {
      fail(at, 1, "expected " + what + ", but the text ends", nextStep);
    } else {
      fail(at, 1, "expected " + what + ", found " + Characters.named(text, at), nextStep);
    }
  }

  void fail(int from, int length, String message, String nextStep) {
    fault = new Fault(from, length, message, nextStep);
  }
}
