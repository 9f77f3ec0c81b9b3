package dev.fleetwright.status.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is wrong with a StatusCollector. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record StatusCollectorStatus(
    @JsonPropertyDescription("The generation that the status is about.")
        @Nullable Long observedGeneration,
    @JsonPropertyDescription("Each mistake with its place in the expression.")
        List<String> errors) {

  public StatusCollectorStatus {
    errors = Copies.of(errors);
  }
}
