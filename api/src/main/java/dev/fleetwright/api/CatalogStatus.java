package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is wrong with a catalog, and which content of it counts meanwhile. */
public record CatalogStatus(
    @JsonPropertyDescription("The generation that the status is about.") long observedGeneration,
    @JsonPropertyDescription("Each mistake with its place.") List<String> errors,
    @JsonPropertyDescription(
            "The generation whose content is rendered with: the observed one, or the last good one"
                + " while there are errors. Absent when nothing of the catalog is.")
        @Nullable Long generationInUse,
    @JsonPropertyDescription(
            "The documents of the last good generation, kept here while a later one has errors.")
        @Nullable List<Map<String, @Nullable Object>> lastGood) {

  // Written out, since a compact one loses what may be null in the maps when it is compiled.
  public CatalogStatus(
      long observedGeneration,
      List<String> errors,
      @Nullable Long generationInUse,
      @Nullable List<Map<String, @Nullable Object>> lastGood) {
    this.observedGeneration = observedGeneration;
    this.errors = errors == null ? List.of() : List.copyOf(errors);
    this.generationInUse = generationInUse;
    this.lastGood = lastGood == null ? null : copy(lastGood);
  }

  private static List<Map<String, @Nullable Object>> copy(
      List<Map<String, @Nullable Object>> documents) {
    List<Map<String, @Nullable Object>> copies = new ArrayList<>();
    documents.forEach(
        document -> copies.add(Collections.unmodifiableMap(new LinkedHashMap<>(document))));
    return List.copyOf(copies);
  }
}
