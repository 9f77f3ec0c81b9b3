package dev.fleetwright.placement.kinds;

import dev.fleetwright.model.Problem;
import java.util.List;
import java.util.regex.Pattern;

/** What Kubernetes accepts as the key and the value of a label. */
final class LabelRules {

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
  private static final Pattern PREFIX =
      Pattern.compile(
          "[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?){0,126}");
  private static final int LONGEST_PREFIX = 253;

  private LabelRules() {}

  static void checkKey(String at, String key, List<Problem> problems) {
    int slash = key.indexOf('/');
    String prefix = slash < 0 ? "" : key.substring(0, slash);
    boolean valid =
        NAME.matcher(key.substring(slash + 1)).matches()
            && (slash < 0
                || (prefix.length() <= LONGEST_PREFIX && PREFIX.matcher(prefix).matches()));
    if (!valid) {
      problems.add(
          new Problem(
              "invalid-label-key",
              at,
              "\"" + key + "\" is no key of a label",
              "use letters, digits, -, _ and ., at most 63 characters, perhaps after a domain"
                  + " and a /"));
    }
  }

  static void checkValue(String at, String value, List<Problem> problems) {
    if (!value.isEmpty() && !NAME.matcher(value).matches()) {
      problems.add(
          new Problem(
              "invalid-label-value",
              at,
              "\"" + value + "\" is no value of a label",
              "use letters, digits, -, _ and ., at most 63 characters, with a letter or digit at"
                  + " both ends"));
    }
  }
}
