package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last decision for a target: enough to ask again at its time and to see whether it would be
 * the same.
 */
public record DecisionEntry(
    @JsonPropertyDescription("The chosen release; absent when nothing was allowed yet.")
        @Nullable String release,
    @JsonPropertyDescription("newest, desired, sequential, ranked, blocked or no_releases.")
        @Nullable String choice,
    @JsonPropertyDescription("Why, in one line.") @Nullable String reason,
    @JsonPropertyDescription("What the decision rests on, at most 4 KB.") List<String> reasons,
    @JsonPropertyDescription("When it was made, RFC 3339.") @Nullable String time,
    @JsonPropertyDescription("When it may change by itself, RFC 3339.") @Nullable String nextTime,
    @JsonPropertyDescription("A digest of what it was made from.") @Nullable String inputs) {

  public DecisionEntry {
    reasons = Copies.of(reasons);
  }
}
