package dev.fleetwright.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a platform team offers to those who write modules. */
public record CatalogSpec(
    @JsonPropertyDescription("For people: whose it is and what it is for.")
        @Nullable String description,
    @JsonPropertyDescription(
            "OPM documents: resources, traits, policies, blueprints, providers and transformers,"
                + " as they stand in files.")
        List<Map<String, @Nullable Object>> documents) {

  public CatalogSpec {
    List<Map<String, @Nullable Object>> copies = new ArrayList<>();
    if (documents != null) {
      documents.forEach(
          document -> copies.add(Collections.unmodifiableMap(new LinkedHashMap<>(document))));
    }
    documents = List.copyOf(copies);
  }
}
