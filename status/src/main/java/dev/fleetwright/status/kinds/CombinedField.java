package dev.fleetwright.status.kinds;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** A column that aggregates the rows of a group. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CombinedField(
    @JsonPropertyDescription("The column's name.") @Required String name,
    @JsonPropertyDescription("COUNT, SUM, AVG, MIN or MAX.") @Required AggregatorType type,
    @JsonPropertyDescription("What is aggregated; COUNT counts rows and has none.")
        @Nullable String subject) {}
