package dev.fleetwright.capability;

import java.util.List;
import java.util.function.Function;

/** A few of many, then how many more: {@code 5 modules not found: a, b, c and 2 more}. */
final class Summary {

  private static final int SHOWN = 3;
  private static final int LISTED = 100;
  private static final int LONGEST_ITEM = 300;

  private Summary() {}

  /** Names are short, and whoever has to create what they name wants them all. */
  static String listing(List<String> names, String noun, String state) {
    return of(names, noun, state, name -> name, LISTED);
  }

  static <T> String of(List<T> items, String noun, String state, Function<T, String> shown) {
    return of(items, noun, state, shown, SHOWN);
  }

  private static <T> String of(
      List<T> items, String noun, String state, Function<T, String> shown, int most) {
    StringBuilder out = new StringBuilder();
    out.append(items.size()).append(' ').append(noun(noun, items.size()));
    out.append(' ').append(state).append(": ");
    int few = Math.min(items.size(), most);
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
