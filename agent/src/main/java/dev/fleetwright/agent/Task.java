package dev.fleetwright.agent;

/** What a cluster's agent does next. */
sealed interface Task {

  /** Read the inventories and the mailbox, and look at everything. */
  record Load() implements Task {}

  /** Bring one work about. */
  record Work(String name) implements Task {}

  /** A swarm has a new goal. */
  record Swarm(String id) implements Task {}

  /** A removed swarm needs its controller no longer. */
  record Forget(String swarmId) implements Task {}

  /** Nobody can repeat an old command of a removed swarm any more. */
  record Sweep(String swarmId) implements Task {}
}
