package dev.fleetwright.release.kinds;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Which of the allowed releases is best, when it is not the newest. */
public record RankingSpec(
    @JsonPropertyDescription(
            "CEL that gives a number for a release; the largest wins, ties go to the newest.")
        String expression) {}
