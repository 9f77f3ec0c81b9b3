package dev.fleetwright.swarm.controller;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the agent is to make true in its cluster. A goal replaces the one before it as a whole, and
 * the same goal may be given again after a restart.
 *
 * @param generation grows with every goal of the swarm; evidence names the one it is about
 * @param template null only when nothing was ever provisioned and the swarm is to be removed
 * @param later components whose turn has not come: not to be started yet while the swarm starts,
 *     not to be stopped yet while it stops
 * @param kept components that are switched off by their own control plane, so that their workload
 *     stays up while the swarm is stopped
 */
public record Goal(
    String swarmId,
    long generation,
    @Nullable TemplateRef template,
    RunState run,
    SortedSet<String> later,
    SortedSet<String> kept) {

  @SuppressWarnings("NullAway") // records of an older version have no such fields
  public Goal {
    later = copy(later);
    kept = copy(kept);
  }

  public Goal(String swarmId, long generation, @Nullable TemplateRef template, RunState run) {
    this(swarmId, generation, template, run, none(), none());
  }

  static SortedSet<String> none() {
    return Collections.emptySortedSet();
  }

  private static SortedSet<String> copy(@Nullable Set<String> names) {
    return names == null ? none() : Collections.unmodifiableSortedSet(new TreeSet<>(names));
  }

  /** Whether the component is to do its work now. One that has no turn follows the swarm. */
  public boolean isUp(String component) {
    return (run == RunState.RUNNING) != later.contains(component) && run != RunState.REMOVED;
  }

  /** Whether its workload is to be there, working or not. */
  public boolean keepsAlive(String component) {
    return isUp(component) || (run != RunState.REMOVED && kept.contains(component));
  }

  /** Whether every component has had its turn. */
  public boolean isComplete() {
    return later.isEmpty();
  }

  Goal next(SortedSet<String> stillLater) {
    return new Goal(swarmId, generation + 1, template, run, stillLater, kept);
  }
}
