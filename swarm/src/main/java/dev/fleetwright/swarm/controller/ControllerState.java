package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.Totals;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A controller in memory: what it keeps, and what it can find out again.
 *
 * @param evidence the latest from the agent in this life
 * @param watermark when that came
 * @param latestAttempt the correlationId of the last attempt of the open command, to be answered
 */
public record ControllerState(
    ControllerRecord record,
    @Nullable Evidence evidence,
    @Nullable Instant watermark,
    @Nullable Sent lastStatus,
    @Nullable String latestAttempt) {

  /** What the last aggregate said, to tell a change from a heartbeat. */
  public record Sent(
      Instant at, SwarmState state, Totals totals, @Nullable String templateHash, long sequence) {

    boolean saysTheSameAs(Sent other) {
      return state == other.state
          && totals.equals(other.totals)
          && java.util.Objects.equals(templateHash, other.templateHash)
          && sequence == other.sequence;
    }
  }

  /** After a start or a restart: only what was stored. */
  public static ControllerState restored(ControllerRecord record) {
    return new ControllerState(record, null, null, null, null);
  }
}
