package dev.fleetwright.swarm.simulation;

import dev.fleetwright.swarm.controller.ControllerRecord;
import dev.fleetwright.swarm.controller.Goal;
import dev.fleetwright.swarm.controller.OpenCommand;
import java.util.HashMap;
import java.util.Map;

/** What the agent is told is stored before, belongs to one command, and is told once for it. */
final class EffectCheck {

  private final Clockwork time;
  private final Map<Long, Goal> byGeneration = new HashMap<>();
  private final Map<String, Goal> lastOf = new HashMap<>();

  EffectCheck(Clockwork time) {
    this.time = time;
  }

  void pursued(Goal goal, ControllerRecord stored) {
    if (!goal.equals(stored.goal())) {
      time.violation("the agent is told before it is stored: " + goal);
    }
    Goal known = byGeneration.putIfAbsent(goal.generation(), goal);
    if (known != null) {
      if (!known.equals(goal)) {
        time.violation("generation " + goal.generation() + " was " + known + " and is " + goal);
      }
      return;
    }
    OpenCommand command = stored.command();
    if (command == null) {
      time.violation("a new goal without a command: " + goal);
      return;
    }
    Goal before = lastOf.put(command.key().toString(), goal);
    boolean nextWave =
        before == null
            || (before.run() == goal.run()
                && before.later().size() > goal.later().size()
                && before.later().containsAll(goal.later()));
    if (!nextWave) {
      time.violation("a command is executed twice: " + before + " and " + goal);
    }
  }
}
