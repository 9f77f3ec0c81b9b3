package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.CommandKey;
import java.time.Instant;

/** A command that was accepted, reserved under its key, and has no outcome yet. */
public record OpenCommand(
    CommandKey key,
    String argsDigest,
    String correlationId,
    Instant acceptedAt,
    Instant deadline) {}
