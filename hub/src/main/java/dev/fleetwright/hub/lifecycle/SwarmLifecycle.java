package dev.fleetwright.hub.lifecycle;

import dev.fleetwright.amqp.OrchestratorRuntime;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The orchestrator as the world reconciler uses it. */
public final class SwarmLifecycle implements Lifecycle {

  private static final int PATIENCE_SECONDS = 30;

  private final OrchestratorRuntime runtime;

  public SwarmLifecycle(OrchestratorRuntime runtime) {
    this.runtime = runtime;
  }

  @Override
  public Optional<SwarmView> view(SwarmId swarm) {
    return runtime.view(swarm.toString());
  }

  @Override
  public void desire(SwarmId swarm, Desire desire) throws IOException, InterruptedException {
    if (view(swarm).map(SwarmView::desire).filter(desire::equals).isPresent()) {
      return;
    }
    try {
      runtime.desire(swarm.toString(), desire).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the desired state of " + swarm + " could not be stored", e);
    }
  }

  @Override
  public void forget(SwarmId swarm) throws IOException {
    runtime.forget(swarm.toString());
  }

  @Override
  public List<SwarmId> swarmsOf(String namespace, String world) {
    return runtime.swarms().stream()
        .map(SwarmId::parse)
        .flatMap(Optional::stream)
        .filter(swarm -> swarm.isOf(namespace, world))
        .sorted(Comparator.comparing(SwarmId::cluster))
        .toList();
  }
}
