package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.CommandKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A command that was accepted, reserved under its key, and has no outcome yet.
 *
 * @param sequence the number that its sender gave it, if any
 */
public record OpenCommand(
    CommandKey key,
    String argsDigest,
    String correlationId,
    Instant acceptedAt,
    Instant deadline,
    @Nullable Long sequence) {}
