package dev.fleetwright.swarm.orchestrator;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A command on its way: sent again and again under one idempotencyKey until there is an outcome or
 * the deadline passes.
 *
 * @param adopted whether somebody else sent it first, for a swarm that runs alone
 * @param args of an adopted command, which is sent again exactly as it came
 */
public record Operation(
    Command command,
    long sequence,
    String idempotencyKey,
    String correlationId,
    Instant startedAt,
    Instant deadline,
    boolean adopted,
    @Nullable JsonNode args) {

  public Operation {
    args = args == null ? null : args.deepCopy();
  }
}
