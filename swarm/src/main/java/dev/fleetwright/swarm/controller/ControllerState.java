package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.CommandKey;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.Totals;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A controller in memory: what it keeps, and what it can find out again.
 *
 * @param evidence the latest from the agent in this life
 * @param watermark when that came
 * @param attempts the correlationId of the last attempt of each open command, to be answered
 * @param contacts what components have said in this life, by their names
 * @param nudgeAt when those who owe an answer are asked again; null when nobody does
 */
public record ControllerState(
    ControllerRecord record,
    @Nullable Evidence evidence,
    @Nullable Instant watermark,
    @Nullable Sent lastStatus,
    Map<CommandKey, String> attempts,
    Map<String, Contact> contacts,
    @Nullable Instant nudgeAt) {

  /** What the last aggregate said, to tell a change from a heartbeat. */
  public record Sent(
      Instant at, SwarmState state, Totals totals, @Nullable String templateHash, long sequence) {

    boolean saysTheSameAs(Sent other) {
      return state == other.state
          && totals.equals(other.totals)
          && Objects.equals(templateHash, other.templateHash)
          && sequence == other.sequence;
    }
  }

  public ControllerState {
    attempts = Map.copyOf(attempts);
    contacts = Map.copyOf(contacts);
  }

  /** After a start or a restart: only what was stored. */
  public static ControllerState restored(ControllerRecord record) {
    return new ControllerState(record, null, null, null, Map.of(), Map.of(), null);
  }
}
