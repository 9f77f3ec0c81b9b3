package dev.fleetwright.apiserver.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a rule says its complaint belongs, such as {@code .spec.size} or {@code ['a.b'].c}. */
final class FieldPath {
  private static final Pattern STEP =
      Pattern.compile("\\.([A-Za-z_][A-Za-z0-9_\\-]*)|\\['((?:[^'\\\\]|\\\\.)*)'\\]");

  private FieldPath() {}

  /** The names on the way; null when the text is no such path. */
  static @Nullable List<String> steps(String text) {
    var steps = new ArrayList<String>();
    Matcher matcher = STEP.matcher(text);
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      end = matcher.end();
      String plain = matcher.group(1);
      steps.add(plain != null ? plain : matcher.group(2).replaceAll("\\\\(.)", "$1"));
    }
    return end == text.length() && !steps.isEmpty() ? steps : null;
  }

  /** A path below another; an empty one is the other itself. */
  static String join(String path, String below) {
    List<String> steps = below.isEmpty() ? null : steps(below);
    if (steps == null) {
      return path;
    }
    String joined = path;
    for (String step : steps) {
      joined = step.contains(".") ? joined + "[" + step + "]" : Validator.join(joined, step);
    }
    return joined;
  }
}
