package dev.fleetwright.release.forecast;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of a target's time.
 *
 * @param release what runs there, or is being deployed; null when nothing does
 */
public record Segment(@Nullable String release, boolean deploying, long from, long to) {}
