package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.RunState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the orchestrator keeps about one swarm across restarts.
 *
 * @param sequence of the last command
 * @param controllerUp a controller has answered
 * @param provisioned a template was sent since the swarm was last removed, so there may be
 *     something to remove
 * @param confirmedTemplate the hash that the controller has confirmed last; null while in doubt
 * @param confirmedRun what the controller has confirmed last; null while in doubt
 * @param ended outcomes of the retention window, oldest first
 * @param outbox milestones and errors that the broker may not have yet
 */
public record OrchestratorRecord(
    String swarmId,
    @Nullable Desire desire,
    long sequence,
    boolean controllerUp,
    boolean provisioned,
    @Nullable String confirmedTemplate,
    @Nullable RunState confirmedRun,
    @Nullable Operation operation,
    @Nullable Setback setback,
    @Nullable Contradiction contradiction,
    List<EndedOperation> ended,
    List<Outgoing> outbox) {

  public OrchestratorRecord {
    ended = List.copyOf(ended);
    outbox = List.copyOf(outbox);
  }

  public static OrchestratorRecord fresh(String swarmId) {
    return new OrchestratorRecord(
        swarmId, null, 0, false, false, null, null, null, null, null, List.of(), List.of());
  }
}
