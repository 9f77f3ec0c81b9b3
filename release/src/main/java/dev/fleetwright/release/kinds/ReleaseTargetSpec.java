package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** One place that a deployment's releases go to. */
public record ReleaseTargetSpec(
    @JsonPropertyDescription("The world it belongs to, where there is one.") @Nullable String world,
    @JsonPropertyDescription("The deployment whose releases it takes.") String deployment,
    @JsonPropertyDescription("Its environment, such as production.") String environment,
    @JsonPropertyDescription("What is deployed to.") ResourceSpec resource,
    @JsonPropertyDescription("The release that is wanted; the newest allowed one by default.")
        @Nullable String desiredRelease) {}
