package dev.fleetwright.swarm.simulation;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.Goal;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nobody begins to work before all who feed it have worked since the start began, and nobody is
 * stopped before all whom it feeds have been idle since the stop began.
 */
final class StartOrderCheck {

  /** Who feeds whom in every simulated swarm. */
  static final Map<String, List<String>> FEEDS =
      Map.of("generator", List.of("processor"), "processor", List.of("sink"), "sink", List.of());

  private final SimulatedAgent agent;
  private final Set<String> atWork = new HashSet<>();
  private @Nullable Goal goal;
  private Instant begun = Clockwork.EPOCH;

  StartOrderCheck(SimulatedAgent agent) {
    this.agent = agent;
  }

  /** A goal of another kind than the one before begins a new course. */
  void pursued(Goal next, Instant now) {
    Goal before = goal;
    boolean goesOn =
        before != null
            && before.run() == next.run()
            && before.later().containsAll(next.later())
            && next.generation() >= before.generation();
    if (!goesOn) {
      begun = now;
    }
    goal = next;
  }

  void check() {
    for (SimulatedProcess process : agent.processes) {
      boolean works = process.isAtWork();
      boolean worked = works ? !atWork.add(process.name) : atWork.remove(process.name);
      Goal current = goal;
      if (current == null || works == worked || process.isRestarted()) {
        continue;
      }
      if (works && current.run() == RunState.RUNNING) {
        for (SimulatedProcess other : agent.processes) {
          boolean feeds = FEEDS.getOrDefault(other.name, List.of()).contains(process.name);
          if (feeds && !other.isAtWork() && other.lastAtWork.isBefore(begun)) {
            agent.time().violation(process.name + " starts before " + other.name);
          }
        }
      }
      if (!works && (process.isUp() || !process.isWanted()) && current.run() == RunState.STOPPED) {
        for (SimulatedProcess other : agent.processes) {
          boolean fed = FEEDS.getOrDefault(process.name, List.of()).contains(other.name);
          if (fed && other.isAtWork() && other.lastIdle.isBefore(begun)) {
            agent.time().violation(process.name + " stops before " + other.name);
          }
        }
      }
    }
  }
}
