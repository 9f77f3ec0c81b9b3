package dev.fleetwright.capability.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** Who an object belongs to: it is removed with its owner. */
public record OwnerReference(
    @JsonPropertyDescription("API version of the owner") @Required String apiVersion,
    @JsonPropertyDescription("Kind of the owner") @Required String kind,
    @JsonPropertyDescription("Name of the owner") @Required String name,
    @JsonPropertyDescription("UID of the owner; absent in files, since the server gives it")
        @Nullable String uid,
    @JsonPropertyDescription("Whether the owner manages this object") @Nullable Boolean controller,
    @JsonPropertyDescription("Whether the owner stays until this object is gone")
        @Nullable Boolean blockOwnerDeletion) {}
