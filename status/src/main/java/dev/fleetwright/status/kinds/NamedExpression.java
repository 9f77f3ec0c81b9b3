package dev.fleetwright.status.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** A column and the expression that gives its values. */
public record NamedExpression(
    @JsonPropertyDescription("The column's name.") @Required String name,
    @JsonPropertyDescription("An expression over inventory, obj, returned and propagation.")
        @Required
        String def) {}
