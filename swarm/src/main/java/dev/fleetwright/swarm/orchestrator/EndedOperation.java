package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.protocol.Outcome;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operation and its one outcome.
 *
 * @param late a confirmation that came after the end; told to later attempts, it changes nothing
 */
public record EndedOperation(
    Operation operation, Outcome outcome, Instant endedAt, @Nullable Outcome late) {

  EndedOperation withLate(Outcome value) {
    return new EndedOperation(operation, outcome, endedAt, value);
  }
}
