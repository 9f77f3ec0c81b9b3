package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a BindingPolicy. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record BindingPolicyStatus(
    @JsonPropertyDescription("Ready, Synced and StatusCollectorsAvailable.")
        List<Condition> conditions,
    @JsonPropertyDescription("The generation that the status is about.")
        @Nullable Long observedGeneration,
    @JsonPropertyDescription("What is wrong with the policy, or with sending its objects.")
        List<String> errors) {

  public BindingPolicyStatus {
    conditions = Copies.of(conditions);
    errors = Copies.of(errors);
  }
}
