package dev.fleetwright.hub;

import dev.fleetwright.amqp.OrchestratorRuntime;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.alone.SwarmsAlone;
import dev.fleetwright.hub.cluster.Hearing;
import dev.fleetwright.hub.lifecycle.SwarmId;
import dev.fleetwright.hub.queue.KeyedQueue;
import dev.fleetwright.model.Problem;
import dev.fleetwright.swarm.orchestrator.EndedOperation;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.plan.SwarmPlan;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What happens to a swarm concerns its world; one that runs alone has its content looked after.
 *
 * @param undeliverable tells the orchestrator why a swarm can be nowhere
 */
record SwarmListener(
    KeyedQueue<ObjectKey> worlds,
    Hearing hearing,
    SwarmsAlone alone,
    BiConsumer<String, Problem> undeliverable)
    implements OrchestratorRuntime.Listener {

  @Override
  public void changed(SwarmView view) {
    hearing.seen(view);
    wake(view.swarmId());
  }

  @Override
  public void ended(String swarmId, EndedOperation operation) {
    wake(swarmId);
  }

  @Override
  public void deliver(String swarmId, SwarmPlan plan, @Nullable String cluster) {
    alone.deliver(plan, cluster).ifPresent(problem -> undeliverable.accept(swarmId, problem));
  }

  @Override
  public void tearDownController(String swarmId) {
    if (SwarmId.parse(swarmId).isEmpty()) {
      alone.withdraw(swarmId);
    }
  }

  private void wake(String swarmId) {
    SwarmId.parse(swarmId)
        .ifPresent(swarm -> worlds.add(new ObjectKey(swarm.namespace(), swarm.world())));
  }
}
