package dev.fleetwright.agent.plan;

import dev.fleetwright.model.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A manifest that is not applied.
 *
 * @param id as far as it is known
 * @param retryable whether it may come right without a change of the work
 */
public record Refusal(
    int ordinal, @Nullable ObjectId id, String reason, Problem problem, boolean retryable) {

  public static final String CONFLICT = "Conflict";
  public static final String INVALID = "InvalidManifest";
  public static final String UNKNOWN_KIND = "UnknownKind";
}
