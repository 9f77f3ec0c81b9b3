package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/** One deployment to a target, finished or not. */
public record HistoryEntry(
    @JsonPropertyDescription("The release that was deployed.") String release,
    @JsonPropertyDescription(
            "pending, in_progress, action_required, successful, failure, cancelled, skipped,"
                + " invalid or external_run_not_found.")
        String status,
    @JsonPropertyDescription("When it began, RFC 3339.") @Nullable String startedAt,
    @JsonPropertyDescription("When it ended, RFC 3339.") @Nullable String finishedAt,
    @JsonPropertyDescription("Whether its success was verified.") @Nullable Boolean verified) {}
