package dev.fleetwright.swarm;

/** Gives ids that were never given before; a counter in tests, UUIDs when running. */
@FunctionalInterface
public interface Ids {
  String next();
}
