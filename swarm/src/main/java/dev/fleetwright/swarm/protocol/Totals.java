package dev.fleetwright.swarm.protocol;

/** How many components a swarm has, and how they are. */
public record Totals(int desired, int healthy, int running, int enabled) {

  public static final Totals NONE = new Totals(0, 0, 0, 0);

  public Totals {
    if (desired < 0 || healthy < 0 || running < 0 || enabled < 0) {
      throw new IllegalArgumentException("totals are never negative");
    }
  }
}
