package dev.fleetwright.swarm.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The bodies of the control plane, with every field of the specification. */
public sealed interface Envelope {

  /**
   * A command.
   *
   * @param correlationId new for each attempt
   * @param idempotencyKey the same for all attempts of one action
   */
  record Signal(
      SignalName signal,
      Scope scope,
      String correlationId,
      String idempotencyKey,
      String messageId,
      Instant timestamp,
      @Nullable JsonNode args)
      implements Envelope {
    public Signal {
      args = args == null ? null : args.deepCopy();
    }
  }

  /**
   * The answer to a command.
   *
   * @param originalCorrelationId in a replay the attempt that was executed, as correlationId is
   *     then the attempt that is answered; else null
   */
  record Confirmation(
      SignalName signal,
      Scope scope,
      Outcome outcome,
      String correlationId,
      String idempotencyKey,
      Instant ts,
      @Nullable String messageId,
      @Nullable String originalCorrelationId)
      implements Envelope {}

  /** {@code ev.swarm-created}: a controller for the swarm is up. */
  record Milestone(
      String swarmId,
      @Nullable SwarmState state,
      @Nullable String correlationId,
      @Nullable String idempotencyKey,
      @Nullable String messageId,
      @Nullable Instant timestamp)
      implements Envelope {}

  /** {@code ev.ready.swarm-controller}: a controller's control plane is up. */
  record Handshake(
      String instance,
      @Nullable String swarmId,
      @Nullable SwarmState state,
      @Nullable String messageId,
      @Nullable Instant timestamp)
      implements Envelope {}

  /**
   * How a whole swarm is.
   *
   * @param watermark everything that was known at this time is in it
   * @param maxStalenessSec the next one comes within so many seconds
   * @param sequence the highest sequence of a command that the controller has accepted
   * @param correlationId that of the status-request which this answers
   */
  record Aggregate(
      StatusKind kind,
      String instance,
      Instant ts,
      SwarmState state,
      Totals totals,
      Instant watermark,
      int maxStalenessSec,
      @Nullable String swarmId,
      @Nullable String templateHash,
      @Nullable Long sequence,
      @Nullable String messageId,
      @Nullable String correlationId)
      implements Envelope {}

  /**
   * How one component is.
   *
   * @param appliedConfig the idempotencyKey of the last config-update that was applied
   */
  record ComponentStatus(
      StatusKind kind,
      String role,
      String instance,
      Instant ts,
      @Nullable String swarmId,
      @Nullable String state,
      @Nullable Boolean enabled,
      @Nullable Boolean healthy,
      @Nullable String appliedConfig,
      @Nullable JsonNode data,
      @Nullable String messageId,
      @Nullable String correlationId)
      implements Envelope {
    public ComponentStatus {
      data = data == null ? null : data.deepCopy();
    }
  }
}
