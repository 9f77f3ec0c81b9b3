package dev.fleetwright.swarm.protocol;

import org.jspecify.annotations.Nullable;

/** What a command is for: a swarm, or an instance of a role and perhaps the swarm it is in. */
public record Scope(@Nullable String swarmId, @Nullable String role, @Nullable String instance) {

  public static Scope swarm(String swarmId) {
    return new Scope(swarmId, null, null);
  }

  public static Scope instance(String role, String instance) {
    return new Scope(null, role, instance);
  }
}
