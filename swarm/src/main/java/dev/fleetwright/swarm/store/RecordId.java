package dev.fleetwright.swarm.store;

import dev.fleetwright.swarm.protocol.Actor;

/** One record per swarm and role. */
public record RecordId(Actor role, String swarmId) {}
