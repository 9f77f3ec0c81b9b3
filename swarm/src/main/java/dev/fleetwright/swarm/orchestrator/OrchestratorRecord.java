package dev.fleetwright.swarm.orchestrator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.RunState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the orchestrator keeps about one swarm across restarts.
 *
 * @param desire what a swarm of a world is led to; null for one that runs alone
 * @param plan what a swarm that runs alone consists of; null for one of a world
 * @param cluster where a swarm that runs alone was asked to be; null for anywhere
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
    @Nullable ObjectNode plan,
    @Nullable String cluster,
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
    plan = plan == null ? null : plan.deepCopy();
    ended = List.copyOf(ended);
    outbox = List.copyOf(outbox);
  }

  public static OrchestratorRecord fresh(String swarmId) {
    return new OrchestratorRecord(
        swarmId, null, null, null, 0, false, false, null, null, null, null, null, List.of(),
        List.of());
  }

  /** Whether there is no swarm: none was made, or it is gone. */
  public boolean hasNoSwarm() {
    return desire == null && plan == null && operation == null && !controllerUp;
  }

  /** Whether nothing of it can matter any more: the swarm is gone, and so is every old key. */
  public boolean isSpent(Instant oldest) {
    boolean gone =
        confirmedRun == RunState.REMOVED
            || (desire == null && plan == null && !controllerUp && !provisioned);
    return gone
        && operation == null
        && outbox.isEmpty()
        && !ended.isEmpty()
        && ended.stream().allMatch(one -> one.endedAt().isBefore(oldest));
  }
}
