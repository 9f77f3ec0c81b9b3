package dev.fleetwright.release;

import java.util.List;

/** A name in which {@code *} stands for any characters and {@code ?} for one. */
public record Glob(String pattern) {

  public boolean matches(String text) {
    // The last * is all that must be remembered: an earlier one never has to give up more.
    int p = 0;
    int t = 0;
    int star = -1;
    int mark = 0;
    while (t < text.length()) {
      if (p < pattern.length()
          && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t))
          && pattern.charAt(p) != '*') {
        p++;
        t++;
      } else if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        mark = t;
      } else if (star >= 0) {
        p = star + 1;
        t = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /** No patterns at all match everything. */
  public static boolean anyMatches(List<Glob> patterns, String text) {
    if (patterns.isEmpty()) {
      return true;
    }
    for (int i = 0; i < patterns.size(); i++) {
      if (patterns.get(i).matches(text)) {
        return true;
      }
    }
    return false;
  }

  public static List<Glob> of(List<String> patterns) {
    return patterns.stream().map(Glob::new).toList();
  }
}
