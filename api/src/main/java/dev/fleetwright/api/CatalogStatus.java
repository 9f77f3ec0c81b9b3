package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/** What is wrong with a catalog. */
public record CatalogStatus(
    @JsonPropertyDescription("The generation that the status is about.") long observedGeneration,
    @JsonPropertyDescription("Each mistake with its place.") List<String> errors) {

  public CatalogStatus {
    errors = errors == null ? List.of() : List.copyOf(errors);
  }
}
