package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.protocol.SignalName;
import java.time.Instant;

/** Somebody else's command that is against the desired state. It is shown and not fought. */
public record Contradiction(
    SignalName signal, String correlationId, String idempotencyKey, Instant at, String message) {}
