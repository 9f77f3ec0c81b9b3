package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.protocol.Envelope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The orchestrator's view of one swarm in memory: what it keeps, and what it can find out again.
 *
 * @param observed the last aggregate that arrived in this life
 * @param observedAt when it arrived, by our clock
 * @param attempts of the operation in this life
 * @param nextAttemptAt when the operation is sent again
 * @param probe the correlationId of a status-request that is to settle a doubt
 * @param answering the correlationId of the last attempt of an adopted command
 */
public record OrchestratorState(
    OrchestratorRecord record,
    Envelope.@Nullable Aggregate observed,
    @Nullable Instant observedAt,
    int attempts,
    @Nullable Instant nextAttemptAt,
    @Nullable String probe,
    @Nullable String answering) {

  /** After a start or a restart: only what was stored. */
  public static OrchestratorState restored(OrchestratorRecord record) {
    return new OrchestratorState(record, null, null, 0, null, null, null);
  }
}
