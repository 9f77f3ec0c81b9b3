package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.SignalName;
import dev.fleetwright.swarm.protocol.SwarmState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a swarm is, for those who asked for it.
 *
 * @param reached the controller has confirmed what is desired; of a swarm that runs alone, that no
 *     command is under way
 * @param state as the last aggregate said; Unknown when there is none or it is too old
 * @param underway the command that has no outcome yet
 */
public record SwarmView(
    String swarmId,
    @Nullable Desire desire,
    boolean reached,
    SwarmState state,
    Totals totals,
    @Nullable SignalName underway,
    @Nullable Setback setback,
    @Nullable Contradiction contradiction) {

  static SwarmView of(OrchestratorState state, Duration silence, Instant now) {
    OrchestratorRecord record = state.record();
    Envelope.Aggregate observed = state.observed();
    Instant at = state.observedAt();
    boolean heard = observed != null && at != null && now.isBefore(at.plus(silence));
    Operation operation = record.operation();
    boolean removed = record.confirmedRun() == RunState.REMOVED && operation == null;
    return new SwarmView(
        record.swarmId(),
        record.desire(),
        isReached(record),
        removed
            ? SwarmState.REMOVED
            : heard && observed != null ? observed.state() : SwarmState.UNKNOWN,
        removed || observed == null ? Totals.NONE : observed.totals(),
        operation == null ? null : operation.command().signal(),
        record.setback(),
        record.contradiction());
  }

  private static boolean isReached(OrchestratorRecord record) {
    Desire desire = record.desire();
    if (desire == null) {
      return record.operation() == null;
    }
    if (desire.run() != record.confirmedRun()
        || record.operation() != null
        || record.contradiction() != null) {
      return false;
    }
    TemplateRef template = desire.template();
    return desire.run() == RunState.REMOVED
        || (template != null && template.hash().equals(record.confirmedTemplate()));
  }
}
