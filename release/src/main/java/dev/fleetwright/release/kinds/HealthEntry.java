package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** One measured value of a target. */
public record HealthEntry(
    @JsonPropertyDescription("What was measured, such as error-rate.") String metric,
    @JsonPropertyDescription("The value.") double value,
    @JsonPropertyDescription("When it was measured, RFC 3339.") @Nullable String at) {}
