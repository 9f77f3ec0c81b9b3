package dev.fleetwright.hub.world;

import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.placement.work.LabelValue;
import dev.fleetwright.release.kinds.ReleaseTargetSpec;
import dev.fleetwright.release.kinds.ResourceSpec;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.Map;

/** The ReleaseTarget of a module of a world at a cluster, as it should be. */
public final class Targets {

  private Targets() {}

  public static ReleaseTarget of(WorldInstance world, String module, ManagedCluster cluster) {
    Map<String, String> labels = Domain.orEmpty(cluster.getMetadata().getLabels());
    String name = cluster.getMetadata().getName();
    String worldName = world.getMetadata().getName();
    ReleaseTarget target = new ReleaseTarget();
    target.setMetadata(
        new ObjectMetaBuilder()
            .withName(WorldNames.target(worldName, module, name))
            .withNamespace(world.getMetadata().getNamespace())
            .addToLabels(WorldReconciler.WORLD_LABEL, LabelValue.of(worldName))
            .addToLabels("fleetwright.dev/cluster", LabelValue.of(name))
            .addToOwnerReferences(
                new OwnerReferenceBuilder()
                    .withApiVersion(world.getApiVersion())
                    .withKind(world.getKind())
                    .withName(worldName)
                    .withUid(world.getMetadata().getUid())
                    .withController(true)
                    .withBlockOwnerDeletion(true)
                    .build())
            .build());
    target.setSpec(
        new ReleaseTargetSpec(
            worldName,
            module,
            labels.getOrDefault(WorldClusters.ENVIRONMENT, ""),
            new ResourceSpec(name, labels),
            null));
    return target;
  }
}
