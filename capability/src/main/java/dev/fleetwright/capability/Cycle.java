package dev.fleetwright.capability;

import java.util.List;

/**
 * Modules that need each other, directly or through others. Bindings do not mind; who starts first
 * does.
 *
 * @param modules all of them, by name
 * @param path a shortest way around, from the first name: a, b, c for a → b → c → a
 */
public record Cycle(List<String> modules, List<String> path) {

  public Cycle {
    modules = List.copyOf(modules);
    path = List.copyOf(path);
  }

  /** {@code a → b → a}. */
  @Override
  public String toString() {
    return String.join(" → ", path) + " → " + path.getFirst();
  }
}
