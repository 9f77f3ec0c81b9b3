package dev.fleetwright.swarm;

import dev.fleetwright.swarm.protocol.Message;

/** A message that is stored until the broker has it, so that a crash does not lose it. */
public record Outgoing(String messageId, Message message) {}
