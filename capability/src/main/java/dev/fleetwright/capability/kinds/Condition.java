package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** One aspect of the status of an object, as Kubernetes has them. */
public record Condition(
    @JsonPropertyDescription("What it is about") @Required String type,
    @JsonPropertyDescription("True, False or Unknown") @Required String status,
    @JsonPropertyDescription("Why, in one word") @Required String reason,
    @JsonPropertyDescription("Why, for people") String message,
    @JsonPropertyDescription("Generation that this was seen at") @Nullable Long observedGeneration,
    @JsonPropertyDescription("When the status last changed, RFC 3339")
        @Nullable String lastTransitionTime) {

  public boolean holds() {
    return status.equals("True");
  }

  /** Whether the two say the same; when they were written does not count. */
  public boolean saysTheSameAs(Condition other) {
    return type.equals(other.type)
        && status.equals(other.status)
        && reason.equals(other.reason)
        && message.equals(other.message);
  }
}
