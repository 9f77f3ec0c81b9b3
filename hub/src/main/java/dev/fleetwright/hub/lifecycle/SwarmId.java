package dev.fleetwright.hub.lifecycle;

import java.util.Optional;

/**
 * A swarm is one world on one cluster. All three names are DNS labels, which have no underscore, so
 * the text can be taken apart again.
 */
public record SwarmId(String namespace, String world, String cluster) {

  public static Optional<SwarmId> parse(String text) {
    String[] parts = text.split("_", -1);
    return parts.length == 3
        ? Optional.of(new SwarmId(parts[0], parts[1], parts[2]))
        : Optional.empty();
  }

  public boolean isOf(String ofNamespace, String ofWorld) {
    return namespace.equals(ofNamespace) && world.equals(ofWorld);
  }

  @Override
  public String toString() {
    return namespace + "_" + world + "_" + cluster;
  }
}
