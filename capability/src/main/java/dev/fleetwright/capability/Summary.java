package dev.fleetwright.capability;

import java.util.List;
import java.util.function.Function;

/** A few of many, then how many more: {@code 5 modules not found: a, b, c and 2 more}. */
final class Summary {

  private static final int SHOWN = 3;
  private static final int LONGEST_ITEM = 300;

  private Summary() {}

  static <T> String of(List<T> items, String noun, String state, Function<T, String> shown) {
    StringBuilder out = new StringBuilder();
    out.append(items.size()).append(' ').append(noun(noun, items.size()));
    out.append(' ').append(state).append(": ");
    int few = Math.min(items.size(), SHOWN);
    for (int i = 0; i < few; i++) {
      out.append(i == 0 ? "" : ", ").append(cut(shown.apply(items.get(i))));
    }
    if (items.size() > few) {
      out.append(" and ").append(items.size() - few).append(" more");
    }
    return out.toString();
  }

  private static String noun(String noun, int count) {
    if (count == 1) {
      return noun;
    }
    return noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
  }

  private static String cut(String text) {
    if (text.length() <= LONGEST_ITEM) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST_ITEM - 1)) ? 1 : 0;
    return text.substring(0, LONGEST_ITEM - end) + "…";
  }
}
