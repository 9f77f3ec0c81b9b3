package dev.fleetwright.documents;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The way from a document's root to a value, shared between siblings and written on demand. */
final class Path {

  static final Path ROOT = new Path(null, null, -1);

  private static final Pattern BARE = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$-]*+");

  private final @Nullable Path parent;
  private final @Nullable String key;
  private final int index;

  private Path(@Nullable Path parent, @Nullable String key, int index) {
    this.parent = parent;
    this.key = key;
    this.index = index;
  }

  Path child(String childKey) {
    return new Path(this, childKey, -1);
  }

  Path child(int childIndex) {
    return new Path(this, null, childIndex);
  }

  /** {@code spec.modules[2].name}, {@code metadata.labels["a.b/c"]}; empty for the root. */
  @Override
  public String toString() {
    Deque<Path> steps = new ArrayDeque<>();
    for (Path step = this; step.parent != null; step = step.parent) {
      steps.push(step);
    }
    StringBuilder out = new StringBuilder();
    for (Path step : steps) {
      if (step.key == null) {
        out.append('[').append(step.index).append(']');
      } else if (BARE.matcher(step.key).matches()) {
        out.append(out.isEmpty() ? "" : ".").append(step.key);
      } else {
        out.append('[').append(Words.quoted(step.key)).append(']');
      }
    }
    return out.toString();
  }

  /** A relative path put behind another. */
  static String join(String prefix, String relative) {
    if (prefix.isEmpty() || relative.isEmpty()) {
      return prefix + relative;
    }
    return relative.startsWith("[") ? prefix + relative : prefix + "." + relative;
  }

  /**
   * The steps of a written path: a String for a key, an Integer for an index. What is no path
   * counts as one last key, which no mapping will have.
   */
  static List<Object> steps(String written) {
    List<Object> steps = new ArrayList<>();
    int i = 0;
    while (i < written.length()) {
      char c = written.charAt(i);
      if (c == '.') {
        i++;
      } else if (c == '[' && i + 1 < written.length() && written.charAt(i + 1) == '"') {
        StringBuilder key = new StringBuilder();
        int end = Words.unquote(written, i + 1, key);
        if (end < 0 || end >= written.length() || written.charAt(end) != ']') {
          steps.add(written.substring(i));
          return steps;
        }
        steps.add(key.toString());
        i = end + 1;
      } else if (c == '[') {
        int close = written.indexOf(']', i);
        if (close < 0 || close - i > 10 || !digits(written, i + 1, close)) {
          steps.add(written.substring(i));
          return steps;
        }
        steps.add((int) Math.min(Integer.MAX_VALUE, Long.parseLong(written, i + 1, close, 10)));
        i = close + 1;
      } else {
        int end = i;
        while (end < written.length() && written.charAt(end) != '.' && written.charAt(end) != '[') {
          end++;
        }
        steps.add(written.substring(i, end));
        i = end;
      }
    }
    return steps;
  }

  private static boolean digits(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return to > from;
  }
}
