package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Named rules do not remove this release while it holds. */
public record BypassSpec(
    @JsonPropertyDescription("The targets that it is for; all when left out.")
        @Nullable TargetSelectorSpec selector,
    @JsonPropertyDescription("Names or types of the rules that do not count.") List<String> rules,
    @JsonPropertyDescription("The release that may pass.") @Nullable String release,
    @JsonPropertyDescription("Why.") @Nullable String reason,
    @JsonPropertyDescription("Who allowed it.") @Nullable String author,
    @JsonPropertyDescription("When it begins, RFC 3339; at once by default.")
        @Nullable String startsAt,
    @JsonPropertyDescription("When it ends, RFC 3339; mandatory, exclusive.")
        @Nullable String expiresAt) {

  public BypassSpec {
    rules = Copies.of(rules);
  }
}
