package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** Only this release, until it expires. */
public record PinSpec(
    @JsonPropertyDescription("The targets that are pinned; all when left out.")
        @Nullable TargetSelectorSpec selector,
    @JsonPropertyDescription("The release that they are to run.") @Nullable String release,
    @JsonPropertyDescription("Why.") @Nullable String reason,
    @JsonPropertyDescription("Who pinned them.") @Nullable String author,
    @JsonPropertyDescription("When it begins, RFC 3339; at once by default.")
        @Nullable String startsAt,
    @JsonPropertyDescription("When it ends, RFC 3339; mandatory, exclusive.")
        @Nullable String expiresAt) {}
