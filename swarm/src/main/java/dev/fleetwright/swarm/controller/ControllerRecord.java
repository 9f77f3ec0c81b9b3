package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.protocol.SwarmState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a controller keeps across restarts.
 *
 * @param lifecycle the last state that evidence or a command led to
 * @param sequence the highest sequence of a command accepted so far
 * @param command the one that is being carried out
 * @param ended outcomes of the retention window, oldest first
 * @param outbox confirmations that the broker may not have yet
 */
public record ControllerRecord(
    String swarmId,
    SwarmState lifecycle,
    @Nullable Goal goal,
    long sequence,
    @Nullable OpenCommand command,
    List<EndedCommand> ended,
    List<Outgoing> outbox) {

  public ControllerRecord {
    ended = List.copyOf(ended);
    outbox = List.copyOf(outbox);
  }

  public static ControllerRecord fresh(String swarmId) {
    return new ControllerRecord(swarmId, SwarmState.NEW, null, 0, null, List.of(), List.of());
  }

  long generation() {
    return goal == null ? 0 : goal.generation();
  }

  ControllerRecord withLifecycle(SwarmState value) {
    return new ControllerRecord(swarmId, value, goal, sequence, command, ended, outbox);
  }

  ControllerRecord withGoal(Goal value) {
    return new ControllerRecord(swarmId, lifecycle, value, sequence, command, ended, outbox);
  }

  ControllerRecord withSequence(long value) {
    return new ControllerRecord(swarmId, lifecycle, goal, value, command, ended, outbox);
  }

  ControllerRecord withCommand(@Nullable OpenCommand value) {
    return new ControllerRecord(swarmId, lifecycle, goal, sequence, value, ended, outbox);
  }

  ControllerRecord withEnded(List<EndedCommand> value) {
    return new ControllerRecord(swarmId, lifecycle, goal, sequence, command, value, outbox);
  }

  ControllerRecord withOutbox(List<Outgoing> value) {
    return new ControllerRecord(swarmId, lifecycle, goal, sequence, command, ended, value);
  }
}
