package dev.fleetwright.release;

import java.util.Map;

/** What is deployed to. */
public record Resource(String name, Map<String, String> labels) {

  public Resource {
    labels = Map.copyOf(labels);
  }
}
