package dev.fleetwright.render.template;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The variables that expressions can read, with their values. */
public final class Variables {

  private final Map<String, @Nullable Object> bindings;
  private final Expressions expressions;

  private Variables(Map<String, @Nullable Object> bindings) {
    this.bindings = bindings;
    this.expressions = Expressions.over(new TreeSet<>(bindings.keySet()));
  }

  public static Variables of(Map<String, ? extends @Nullable Object> bindings) {
    return new Variables(new TreeMap<>(bindings));
  }

  public Variables with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> more = new TreeMap<>(bindings);
    more.put(name, value);
    return new Variables(more);
  }

  Map<String, @Nullable Object> bindings() {
    return bindings;
  }

  Expressions expressions() {
    return expressions;
  }
}
