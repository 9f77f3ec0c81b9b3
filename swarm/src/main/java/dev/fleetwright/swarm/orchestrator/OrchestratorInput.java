package dev.fleetwright.swarm.orchestrator;

import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Message;
import java.util.Set;

/** What can happen to the orchestrator of one swarm. */
public sealed interface OrchestratorInput {

  /** It has been started or restarted, with what was stored. */
  record Started() implements OrchestratorInput {}

  /** The state to be reached; saying it twice changes nothing. */
  record Desired(Desire desire) implements OrchestratorInput {}

  /** The content of a swarm that runs alone cannot be delivered, e.g. there is no such cluster. */
  record Undeliverable(Problem reason) implements OrchestratorInput {}

  record Received(Message message) implements OrchestratorInput {}

  /** A command came for which there is no controller that could answer it. */
  record Orphaned(Envelope.Signal signal) implements OrchestratorInput {}

  /** The broker has these messages of the outbox. */
  record Delivered(Set<String> messageIds) implements OrchestratorInput {
    public Delivered {
      messageIds = Set.copyOf(messageIds);
    }
  }

  /** There is a connection to the broker again; it may have lost what it had. */
  record Reconnected() implements OrchestratorInput {}

  /** Time has passed. */
  record Tick() implements OrchestratorInput {}
}
