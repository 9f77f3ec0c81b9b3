package dev.fleetwright.swarm.orchestrator;

import java.time.Instant;

/**
 * A command on its way: sent again and again under one idempotencyKey until there is an outcome or
 * the deadline passes.
 */
public record Operation(
    Command command,
    long sequence,
    String idempotencyKey,
    String correlationId,
    Instant startedAt,
    Instant deadline) {}
