package dev.fleetwright.hub.world;

import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.lifecycle.Lifecycle;
import dev.fleetwright.hub.lifecycle.SwarmId;
import dev.fleetwright.swarm.RunState;
import dev.fleetwright.swarm.orchestrator.Desire;
import dev.fleetwright.swarm.orchestrator.SwarmView;
import dev.fleetwright.swarm.protocol.TemplateRef;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** What the lifecycle of a world asks of its swarms. */
final class Swarms {

  private final Caches caches;
  private final Lifecycle lifecycle;

  Swarms(Caches caches, Lifecycle lifecycle) {
    this.caches = caches;
    this.lifecycle = lifecycle;
  }

  /** Runs or stops what was delivered; the view is the one after that. */
  Optional<SwarmView> lead(ObjectKey world, String cluster, TemplateRef template, boolean run)
      throws IOException, InterruptedException {
    SwarmId swarm = swarm(world, cluster);
    lifecycle.desire(swarm, run ? Desire.running(template) : Desire.stopped(template));
    return lifecycle.view(swarm);
  }

  /** The clusters that have, or had, something of a world. */
  SortedSet<String> clustersOf(ObjectKey world, SortedMap<String, List<ManifestWork>> works) {
    SortedSet<String> clusters = new TreeSet<>(works.keySet());
    for (SwarmId swarm : lifecycle.swarmsOf(world.namespace(), world.name())) {
      if (!isRemoved(swarm)) {
        clusters.add(swarm.cluster());
      }
    }
    return clusters;
  }

  /**
   * Takes a world away from a cluster.
   *
   * @return whether the cluster has confirmed that nothing is left, or is no more itself
   */
  boolean leave(ObjectKey world, String cluster) throws IOException, InterruptedException {
    SwarmId swarm = swarm(world, cluster);
    if (caches.clusters().get("", cluster) == null) {
      lifecycle.forget(swarm);
      return true;
    }
    if (!lifecycle.swarmsOf(world.namespace(), world.name()).contains(swarm)) {
      // Never led there, so nothing was ever started.
      return true;
    }
    lifecycle.desire(swarm, Desire.removed());
    return isRemoved(swarm);
  }

  private boolean isRemoved(SwarmId swarm) {
    return lifecycle
        .view(swarm)
        .filter(SwarmView::reached)
        .map(SwarmView::desire)
        .filter(desire -> desire.run() == RunState.REMOVED)
        .isPresent();
  }

  private static SwarmId swarm(ObjectKey world, String cluster) {
    return new SwarmId(world.namespace(), world.name(), cluster);
  }
}
