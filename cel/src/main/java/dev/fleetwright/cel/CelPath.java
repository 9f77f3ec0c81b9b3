package dev.fleetwright.cel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A place in a variable's value that an expression reads: {@code returned.status.phase}, {@code
 * obj.spec.containers[*].image}, {@code obj.metadata.labels["app.kubernetes.io/name"]}.
 *
 * <p>A path stands for everything below it, and for whether it is there. {@code [*]} stands for
 * every element of a list and every entry of a map, for their number, their order and their keys.
 */
public record CelPath(String variable, List<Step> steps) implements Comparable<CelPath> {

  private static final Comparator<CelPath> BY_TEXT = Comparator.comparing(CelPath::toString);

  /** One step down. */
  public sealed interface Step {}

  /** Into the value of this key. */
  public record Field(String name) implements Step {}

  /** Into every element or entry. */
  public record Each() implements Step {}

  public CelPath {
    steps = List.copyOf(steps);
  }

  CelPath(String variable) {
    this(variable, List.of());
  }

  CelPath field(String name) {
    return step(new Field(name));
  }

  CelPath each() {
    return step(new Each());
  }

  private CelPath step(Step step) {
    List<Step> longer = new ArrayList<>(steps);
    longer.add(step);
    return new CelPath(variable, longer);
  }

  /** Whether this path is the other one or stands above it. */
  public boolean covers(CelPath other) {
    return variable.equals(other.variable)
        && steps.size() <= other.steps.size()
        && steps.equals(other.steps.subList(0, steps.size()));
  }

  @Override
  public int compareTo(CelPath other) {
    return BY_TEXT.compare(this, other);
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(variable);
    for (Step step : steps) {
      switch (step) {
        case Each() -> out.append("[*]");
        case Field(String name) -> appendField(out, name);
      }
    }
    return out.toString();
  }

  /** {@code .name} where that is how an expression would write it, else {@code ["name"]}. */
  static void appendField(StringBuilder out, String name) {
    if (isIdentifier(name)) {
      out.append('.').append(name);
    } else {
      out.append('[');
      CelJson.appendString(out, name);
      out.append(']');
    }
  }

  private static boolean isIdentifier(String name) {
    if (name.isEmpty() || Character.isDigit(name.charAt(0))) {
      return false;
    }
    return name.chars()
        .allMatch(c ->
            c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || Character.isDigit(c));
  }
}
