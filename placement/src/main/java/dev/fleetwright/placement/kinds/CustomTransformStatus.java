package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is wrong with a CustomTransform. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CustomTransformStatus(
    @JsonPropertyDescription("The generation that the status is about.")
        @Nullable Long observedGeneration,
    @JsonPropertyDescription("What is wrong with the specification.") List<String> errors,
    @JsonPropertyDescription("What deserves a look, such as two transforms of one resource.")
        List<String> warnings) {

  public CustomTransformStatus {
    errors = Copies.of(errors);
    warnings = Copies.of(warnings);
  }
}
