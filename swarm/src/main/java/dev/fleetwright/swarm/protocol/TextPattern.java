package dev.fleetwright.swarm.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A regular expression. Two simple forms, which each message meets several times, are answered
 * without the general machine; what that would say is never changed by it.
 */
interface TextPattern {

  /** Characters of one class from start to end: {@code ^[a-z]+$}. */
  Pattern ONE_CLASS = Pattern.compile("\\^\\[(?:[^\\[\\]&\\\\]|\\\\[^\\]\\[QE])+\\]\\+\\$");

  /** One of some endings: {@code (Z|[+]00:00)$}. */
  Pattern ENDINGS = Pattern.compile("\\(((?:[\\w:+|-]|\\[[^\\[\\]^\\\\]\\])+)\\)\\$");

  boolean isFoundIn(String text);

  static TextPattern of(String expression) {
    Pattern pattern = Pattern.compile(expression);
    TextPattern general = text -> pattern.matcher(text).find();
    Matcher endings = ENDINGS.matcher(expression);
    if (ONE_CLASS.matcher(expression).matches()) {
      return oneClass(pattern, general);
    }
    return endings.matches() && isPlain(endings.group(1))
        ? endings(endings.group(1), general)
        : general;
  }

  /** A plus that is not in brackets means repetition. */
  private static boolean isPlain(String alternatives) {
    return !alternatives.replaceAll("\\[.\\]", "").contains("+");
  }

  private static TextPattern oneClass(Pattern pattern, TextPattern general) {
    boolean[] inClass = new boolean[128];
    for (char c = 0; c < inClass.length; c++) {
      // A line end at the end of a text is where $ may match already.
      inClass[c] = c != '\n' && c != '\r' && pattern.matcher(String.valueOf(c)).matches();
    }
    return text -> {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c >= inClass.length || !inClass[c]) {
          return general.isFoundIn(text);
        }
      }
      return !text.isEmpty();
    };
  }

  private static TextPattern endings(String alternatives, TextPattern general) {
    List<String> all =
        Arrays.stream(alternatives.split("\\|", -1))
            .map(one -> one.replaceAll("\\[(.)\\]", "$1"))
            .toList();
    return text -> {
      for (int i = 0; i < all.size(); i++) {
        if (text.endsWith(all.get(i))) {
          return true;
        }
      }
      return general.isFoundIn(text);
    };
  }
}
