package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.CommandKey;
import dev.fleetwright.swarm.protocol.Outcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A command and its one outcome, kept to answer duplicates.
 *
 * @param sequence its number, if it had one: it is refused as stale even when it is forgotten
 */
public record EndedCommand(
    CommandKey key,
    String argsDigest,
    String correlationId,
    Outcome outcome,
    Instant endedAt,
    @Nullable Long sequence) {}
