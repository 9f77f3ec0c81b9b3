package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last command failed.
 *
 * @param failures in a row, for the back-off
 * @param retryAt when it is tried again; null waits for another desire
 */
public record Setback(
    SignalName signal, String code, String message, int failures, @Nullable Instant retryAt) {}
