package dev.fleetwright.amqp;

import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.controller.Evidence;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.protocol.TemplateRef;
import dev.fleetwright.swarm.protocol.Totals;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** An agent whose cluster does at once what it is told, and which remembers what it was told. */
final class FakeCluster implements ControllerRuntime.Agent {

  final Map<String, Goal> state = new ConcurrentHashMap<>();
  final Queue<Goal> pursued = new ConcurrentLinkedQueue<>();
  final Set<String> broken = ConcurrentHashMap.newKeySet();
  private volatile @Nullable ControllerRuntime runtime;

  void reportTo(ControllerRuntime target) {
    runtime = target;
  }

  @Override
  public void pursue(Goal goal) {
    pursued.add(goal);
    state.put(goal.swarmId(), goal);
    ControllerRuntime target = runtime;
    if (target != null) {
      target.report(goal.swarmId(), evidence(goal));
    }
  }

  private Evidence evidence(Goal goal) {
    TemplateRef template = goal.template();
    boolean fails = broken.contains(goal.swarmId()) && goal.run() == RunState.RUNNING;
    int up = goal.run() == RunState.RUNNING && !fails ? 2 : 0;
    return new Evidence(
        goal.generation(),
        goal.run() == RunState.REMOVED ? Evidence.Stage.GONE : Evidence.Stage.APPLIED,
        template == null ? null : template.hash(),
        goal.run() == RunState.REMOVED ? Totals.NONE : new Totals(2, up, up, up),
        List.of(),
        fails ? new Evidence.Trouble("image-missing", "no such image", false, null) : null);
  }

  /** How many different goals a swarm was given: effects, however often they were told. */
  long effects(String swarmId) {
    return pursued.stream()
        .filter(goal -> goal.swarmId().equals(swarmId))
        .map(Goal::generation)
        .distinct()
        .count();
  }
}
