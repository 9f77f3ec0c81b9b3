package dev.fleetwright.placement;

import java.util.Collection;
import java.util.List;

/** All clusters, each name once. */
public record Inventory(List<Cluster> clusters) {

  public Inventory {
    clusters = List.copyOf(clusters);
  }

  public static Inventory of(Collection<Cluster> clusters) {
    return new Inventory(List.copyOf(clusters));
  }
}
