package dev.fleetwright.render.plain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The way to a value, written {@code spec.ports[2].name} or {@code labels["a.b/c"]}, as documents
 * write it. Steps are kept as a chain and turned into text only for a problem.
 */
public record Paths(@Nullable Paths parent, @Nullable String key, int index) {

  public static final Paths ROOT = new Paths(null, null, -1);

  private static final Pattern BARE = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$-]*+");

  public Paths child(String name) {
    return new Paths(this, name, -1);
  }

  public Paths child(int position) {
    return new Paths(this, null, position);
  }

  @Override
  public String toString() {
    List<Paths> steps = new ArrayList<>();
    for (Paths step = this; step != null && step.parent != null; step = step.parent) {
      steps.add(step);
    }
    Collections.reverse(steps);
    StringBuilder out = new StringBuilder();
    for (Paths step : steps) {
      append(out, step);
    }
    return out.toString();
  }

  private static void append(StringBuilder out, Paths step) {
    String name = step.key;
    if (name == null) {
      out.append('[').append(step.index).append(']');
    } else if (BARE.matcher(name).matches()) {
      out.append(out.isEmpty() ? "" : ".").append(name);
    } else {
      out.append('[');
      Json.appendString(out, name);
      out.append(']');
    }
  }

  /** {@code prefix.key}, or {@code prefix["odd key"]}. */
  public static String join(String prefix, String key) {
    StringBuilder out = new StringBuilder(prefix);
    append(out, ROOT.child(key));
    return out.toString();
  }

  /** A relative path behind another. */
  public static String append(String prefix, String relative) {
    if (prefix.isEmpty() || relative.isEmpty()) {
      return prefix + relative;
    }
    return relative.startsWith("[") ? prefix + relative : prefix + "." + relative;
  }
}
