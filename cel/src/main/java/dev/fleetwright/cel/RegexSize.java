package dev.fleetwright.cel;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Estimates how large a regular expression's program will be, before it is compiled: {@code
 * ((a{1000}){1000}){1000}} is short and its program is not. Counted repetitions multiply what they
 * repeat; the estimate may be high, never much too low.
 */
final class RegexSize {

  private static final long ENOUGH = 1L << 40;

  private RegexSize() {}

  static long estimate(String regex) {
    Deque<Long> outer = new ArrayDeque<>();
    long total = 0;
    long last = 0;
    for (int i = 0; i < regex.length(); i++) {
      char c = regex.charAt(i);
      switch (c) {
        case '\\' -> {
          i++;
          total += last;
          last = 1;
        }
        case '[' -> {
          i = endOfClass(regex, i);
          total += last;
          last = 1;
        }
        case '(' -> {
          outer.push(total + last);
          total = 0;
          last = 0;
        }
        case ')' -> {
          last = total + last + 2;
          total = outer.isEmpty() ? 0 : outer.pop();
        }
        case '{' -> last = Math.min(ENOUGH, Math.max(1, last) * count(regex, i));
        default -> {
          total += last;
          last = 1;
        }
      }
      total = Math.min(ENOUGH, total);
    }
    while (!outer.isEmpty()) {
      total += outer.pop();
    }
    return total + last;
  }

  private static int endOfClass(String regex, int start) {
    for (int i = start + 2; i < regex.length(); i++) {
      if (regex.charAt(i) == '\\') {
        i++;
      } else if (regex.charAt(i) == ']') {
        return i;
      }
    }
    return regex.length();
  }

  /** The larger number of {@code {n,m}}, at least 1. */
  private static long count(String regex, int brace) {
    long largest = 1;
    long number = 0;
    for (int i = brace + 1; i < regex.length() && regex.charAt(i) != '}'; i++) {
      char c = regex.charAt(i);
      number = c >= '0' && c <= '9' ? Math.min(ENOUGH, number * 10 + (c - '0')) : 0;
      largest = Math.max(largest, number);
    }
    return Math.min(largest, 1_001);
  }
}
