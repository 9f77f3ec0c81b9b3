package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.Outgoing;
import dev.fleetwright.swarm.protocol.SwarmState;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a controller keeps across restarts.
 *
 * @param lifecycle the last state that evidence or a command led to
 * @param goalKey the idempotencyKey and correlationId of what is sent to components for the goal
 * @param goalStamp grows with every goal, also over a lost record; what components are told by an
 *     earlier one they leave alone
 * @param waves the order of the components; empty when none is known
 * @param members the components that have an address
 * @param speakers names of members that have spoken, and so are switched by their own control plane
 * @param offByPeople names of members that people have switched off since the last command
 * @param sequence the highest sequence of a command accepted so far
 * @param command the one that is being carried out
 * @param configs updates of components' settings that no status has shown yet
 * @param ended outcomes of the retention window, oldest first
 * @param outbox confirmations that the broker may not have yet
 */
public record ControllerRecord(
    String swarmId,
    SwarmState lifecycle,
    @Nullable Goal goal,
    @Nullable String goalKey,
    long goalStamp,
    List<List<String>> waves,
    List<Member> members,
    SortedSet<String> speakers,
    SortedSet<String> offByPeople,
    long sequence,
    @Nullable OpenCommand command,
    List<OpenConfig> configs,
    List<EndedCommand> ended,
    List<Outgoing> outbox) {

  @SuppressWarnings("NullAway") // records of an older version lack some of the lists
  public ControllerRecord {
    waves = waves == null ? List.of() : waves.stream().map(List::copyOf).toList();
    members = members == null ? List.of() : List.copyOf(members);
    speakers = sorted(speakers);
    offByPeople = sorted(offByPeople);
    configs = configs == null ? List.of() : List.copyOf(configs);
    ended = List.copyOf(ended);
    outbox = List.copyOf(outbox);
  }

  private static SortedSet<String> sorted(@Nullable SortedSet<String> names) {
    return names == null
        ? Collections.emptySortedSet()
        : Collections.unmodifiableSortedSet(new TreeSet<>(names));
  }

  public static ControllerRecord fresh(String swarmId) {
    return new ControllerRecord(
        swarmId,
        SwarmState.NEW,
        null,
        null,
        0,
        List.of(),
        List.of(),
        Collections.emptySortedSet(),
        Collections.emptySortedSet(),
        0,
        null,
        List.of(),
        List.of(),
        List.of());
  }

  /** Whether nothing of it can matter any more: the swarm is gone, and so is every old key. */
  public boolean isSpent(Instant oldest) {
    boolean gone = lifecycle == SwarmState.REMOVED || lifecycle == SwarmState.NEW;
    return gone
        && command == null
        && configs.isEmpty()
        && ended.stream().allMatch(one -> one.endedAt().isBefore(oldest));
  }
}
