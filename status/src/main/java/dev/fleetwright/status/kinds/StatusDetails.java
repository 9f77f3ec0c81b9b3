package dev.fleetwright.status.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** How a WorkStatus came about. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusDetails(
    @JsonPropertyDescription("When the returned state changed last.")
        @Nullable String lastReturnedUpdateTimestamp,
    @JsonPropertyDescription("The generation of the object at the cluster.")
        @Nullable Long lastGeneration,
    @JsonPropertyDescription("Whether that generation is applied.")
        @Nullable Boolean lastGenerationIsApplied,
    @JsonPropertyDescription("When the cluster was last known to be current.")
        @Nullable String lastCurrencyUpdateTime) {}
