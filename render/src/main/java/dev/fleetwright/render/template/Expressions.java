package dev.fleetwright.render.template;

import dev.fleetwright.cel.CelEnvironment;
import dev.fleetwright.cel.CelExpression;
import dev.fleetwright.cel.ValueType;
import dev.fleetwright.model.Checked;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The expressions over one set of variables, each compiled once. The environment itself is built
 * when the first expression needs it: most modules have none, and it costs a part of a start.
 */
final class Expressions {

  private static final Map<SortedSet<String>, Expressions> BY_VARIABLES = new ConcurrentHashMap<>();

  /** Beyond this many the cache starts anew, so that a long-lived process stays bounded. */
  private static final int MOST_CACHED = 10_000;

  private final SortedSet<String> variables;
  private final Map<String, Checked<CelExpression>> compiled = new ConcurrentHashMap<>();
  private volatile CelEnvironment environment;

  @SuppressWarnings("NullAway") // the environment is made on first use
  private Expressions(SortedSet<String> variables) {
    this.variables = variables;
  }

  static Expressions over(SortedSet<String> variables) {
    Expressions known = BY_VARIABLES.get(variables);
    if (known != null) {
      return known;
    }
    if (BY_VARIABLES.size() > MOST_CACHED) {
      BY_VARIABLES.clear();
    }
    SortedSet<String> copy = new TreeSet<>(variables);
    return BY_VARIABLES.computeIfAbsent(copy, Expressions::new);
  }

  Checked<CelExpression> compile(String source) {
    Checked<CelExpression> known = compiled.get(source);
    if (known != null) {
      return known;
    }
    if (compiled.size() > MOST_CACHED) {
      compiled.clear();
    }
    return compiled.computeIfAbsent(source, text -> environment().compile(text));
  }

  private CelEnvironment environment() {
    CelEnvironment made = environment;
    if (made == null) {
      CelEnvironment.Builder builder = CelEnvironment.builder();
      variables.forEach(name -> builder.variable(name, ValueType.DYN));
      made = builder.build();
      environment = made;
    }
    return made;
  }
}
