package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.CommandKey;
import dev.fleetwright.swarm.protocol.Outcome;
import java.time.Instant;

/** A command and its one outcome, kept to answer duplicates. */
public record EndedCommand(
    CommandKey key, String argsDigest, String correlationId, Outcome outcome, Instant endedAt) {}
