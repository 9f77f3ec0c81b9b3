package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a Binding. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record BindingStatus(
    @JsonPropertyDescription("Whether the works of all clusters are written.")
        List<Condition> conditions,
    @JsonPropertyDescription("The generation that the status is about.")
        @Nullable Long observedGeneration,
    @JsonPropertyDescription("Objects that could not be sent, and why.") List<String> errors) {

  public BindingStatus {
    conditions = Copies.of(conditions);
    errors = Copies.of(errors);
  }
}
