package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.plan.SwarmPlan;
import dev.fleetwright.swarm.protocol.Message;
import org.jspecify.annotations.Nullable;

/** What is to be done after the record was saved. */
public sealed interface OrchestratorEffect {

  /** Send once; when it is lost, the protocol makes up for it. */
  record Send(Message message) implements OrchestratorEffect {}

  /** Send until the broker has it; it is in the stored outbox. */
  record Post(Outgoing outgoing) implements OrchestratorEffect {}

  /** See to it that a controller for the swarm exists; may be said again. */
  record EnsureController(String swarmId) implements OrchestratorEffect {}

  /**
   * See to it that the content of a swarm that runs alone is in the mailbox of a cluster, which
   * also brings about its controller; may be said again.
   *
   * @param cluster where it was asked to be; null for anywhere, and where it is already
   */
  record Deliver(String swarmId, SwarmPlan plan, @Nullable String cluster)
      implements OrchestratorEffect {}

  /** The swarm is removed: its controller can go. */
  record TearDownController(String swarmId) implements OrchestratorEffect {}

  /** Nothing of the swarm can matter any more: its record can go. */
  record Forget(String swarmId) implements OrchestratorEffect {}

  /** A command has got its one outcome. */
  record Ended(String swarmId, EndedOperation operation) implements OrchestratorEffect {}
}
