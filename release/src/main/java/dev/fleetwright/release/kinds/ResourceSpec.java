package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Map;

/** What is deployed to, such as a cluster. */
public record ResourceSpec(
    @JsonPropertyDescription("Its name.") String name,
    @JsonPropertyDescription("Its labels, which selectors read.") Map<String, String> labels) {

  public ResourceSpec {
    labels = Copies.of(labels);
  }
}
