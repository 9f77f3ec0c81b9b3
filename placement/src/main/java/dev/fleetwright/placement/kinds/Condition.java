package dev.fleetwright.placement.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** A condition as Kubernetes has it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Condition(
    @JsonPropertyDescription("What the condition is about.") @Required String type,
    @JsonPropertyDescription("True, False or Unknown.") @Required String status,
    @JsonPropertyDescription("Why, in one word.") @Nullable String reason,
    @JsonPropertyDescription("Why, for people.") @Nullable String message,
    @JsonPropertyDescription("When the status changed last.") @Nullable String lastTransitionTime,
    @JsonPropertyDescription("When the condition changed last.") @Nullable String lastUpdateTime,
    @JsonPropertyDescription("The generation that the condition is about.")
        @Nullable Long observedGeneration) {}
