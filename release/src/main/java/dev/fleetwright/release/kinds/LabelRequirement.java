package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/** One condition on a label, as Kubernetes writes it. */
public record LabelRequirement(
    @JsonPropertyDescription("The label.") String key,
    @JsonPropertyDescription("In, NotIn, Exists or DoesNotExist.") String operator,
    @JsonPropertyDescription("The values for In and NotIn.") List<String> values) {

  public LabelRequirement {
    values = Copies.of(values);
  }
}
