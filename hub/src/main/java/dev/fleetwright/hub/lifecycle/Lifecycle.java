package dev.fleetwright.hub.lifecycle;

import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Leads swarms to what is desired. */
public interface Lifecycle {

  Optional<SwarmView> view(SwarmId swarm);

  /** Returns once the desire is stored; saying the same again does nothing. */
  void desire(SwarmId swarm, Desire desire) throws IOException, InterruptedException;

  /** Gives up a swarm whose cluster is no more. */
  void forget(SwarmId swarm) throws IOException;

  /** The swarms of a world that are led, or were. */
  List<SwarmId> swarmsOf(String namespace, String world);
}
