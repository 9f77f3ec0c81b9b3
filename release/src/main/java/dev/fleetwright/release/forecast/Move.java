package dev.fleetwright.release.forecast;

import dev.fleetwright.release.Change;
import org.jspecify.annotations.Nullable;

/**
 * A deployment that a forecast expects.
 *
 * @param at when it begins, microseconds since 1970
 * @param doneAt when it is done
 * @param previous what ran there before; null when nothing did
 */
public record Move(
    long at,
    long doneAt,
    String target,
    String release,
    @Nullable String previous,
    Change change,
    String reason) {}
