package dev.fleetwright.swarm;

import dev.fleetwright.swarm.protocol.Envelope;
import dev.fleetwright.swarm.protocol.Scope;
import dev.fleetwright.swarm.protocol.SignalName;

/** What makes two attempts the same command. */
public record CommandKey(SignalName signal, Scope scope, String idempotencyKey) {

  public CommandKey {
    if (idempotencyKey.isEmpty()) {
      throw new IllegalArgumentException("a command without an idempotencyKey is no command");
    }
  }

  public static CommandKey of(Envelope.Signal signal) {
    return new CommandKey(signal.signal(), signal.scope(), signal.idempotencyKey());
  }
}
