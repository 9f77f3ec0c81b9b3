package dev.fleetwright.cli.faults;

import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.hub.world.WorldNames;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** What can be seen of worlds, at the hub and at clusters. */
final class Sight {

  private final Bed bed;

  Sight(Bed bed) {
    this.bed = bed;
  }

  /** The phase of a world; empty for one that is not there. */
  String phase(String world) {
    WorldInstance found =
        bed.hub()
            .resources(WorldInstance.class)
            .inNamespace(People.NAMESPACE)
            .withName(world)
            .get();
    return found == null || found.getStatus() == null || found.getStatus().phase() == null
        ? ""
        : found.getStatus().phase().toString();
  }

  boolean exists(String world) {
    return bed.hub()
            .resources(WorldInstance.class)
            .inNamespace(People.NAMESPACE)
            .withName(world)
            .get()
        != null;
  }

  Optional<Deployment> deployment(String cluster, String world, String module) {
    KubernetesClient client = bed.client(cluster);
    return Optional.ofNullable(
        client
            .apps()
            .deployments()
            .inNamespace(WorldNames.namespace(People.NAMESPACE, world))
            .withName(module)
            .get());
  }

  /** The release that a cluster has of a module; -1 for none. */
  int release(String cluster, String world, String module) {
    return deployment(cluster, world, module)
        .map(found -> found.getSpec().getTemplate().getSpec().getContainers().getFirst().getImage())
        .map(image -> Integer.parseInt(image.replaceAll(".*:1\\.(\\d+)\\.0", "$1")))
        .orElse(-1);
  }

  /** Nothing of the world is at the cluster. */
  boolean isBare(String cluster, String world) {
    return bed.client(cluster)
            .namespaces()
            .withName(WorldNames.namespace(People.NAMESPACE, world))
            .get()
        == null;
  }
}
