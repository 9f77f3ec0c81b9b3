package dev.fleetwright.cel;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Where the value of an expression may come from, known without running it.
 *
 * @param paths the places that it may stand at; empty for a value that the expression makes
 * @param absentAsNull whether it may come from a variable whose absent paths read as null
 */
record Flow(Set<CelPath> paths, boolean absentAsNull) {

  static final Flow NOWHERE = new Flow(Set.of(), false);

  static Flow made(boolean absentAsNull) {
    return new Flow(Set.of(), absentAsNull);
  }

  Flow down(UnaryOperator<CelPath> step) {
    Set<CelPath> deeper = new LinkedHashSet<>();
    paths.forEach(path -> deeper.add(step.apply(path)));
    return new Flow(deeper, absentAsNull);
  }

  Flow or(Flow other) {
    Set<CelPath> both = new LinkedHashSet<>(paths);
    both.addAll(other.paths);
    return new Flow(both, absentAsNull || other.absentAsNull);
  }
}
