package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** Nothing moves while it holds; only a bypass that names Freeze gets past it. */
public record FreezeSpec(
    @JsonPropertyDescription("The targets that are frozen; all when left out.")
        @Nullable TargetSelectorSpec selector,
    @JsonPropertyDescription("Why.") @Nullable String reason,
    @JsonPropertyDescription("Who froze them.") @Nullable String author,
    @JsonPropertyDescription("When it begins, RFC 3339; at once by default.")
        @Nullable String startsAt,
    @JsonPropertyDescription("When it ends, RFC 3339; mandatory, exclusive.")
        @Nullable String expiresAt) {}
