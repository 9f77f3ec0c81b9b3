package dev.fleetwright.hub.catalog;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents of a catalog at one generation. */
public record CatalogContent(long generation, List<Map<String, @Nullable Object>> documents) {

  // Written out, since a compact one loses what may be null in the maps when it is compiled.
  public CatalogContent(long generation, List<Map<String, @Nullable Object>> documents) {
    this.generation = generation;
    this.documents = List.copyOf(documents);
  }
}
