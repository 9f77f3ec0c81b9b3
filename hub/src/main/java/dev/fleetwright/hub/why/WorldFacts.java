package dev.fleetwright.hub.why;

import dev.fleetwright.api.Approval;
import dev.fleetwright.api.Bypass;
import dev.fleetwright.api.CapabilityBinding;
import dev.fleetwright.api.Catalog;
import dev.fleetwright.api.CombinedStatus;
import dev.fleetwright.api.Freeze;
import dev.fleetwright.api.GameDefinition;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ModuleManifest;
import dev.fleetwright.api.Pin;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleasePolicy;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.SwarmRecord;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.placement.work.LabelValue;
import dev.fleetwright.placement.work.Work;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The objects that say what happened to a world.
 *
 * @param targets all of the namespace, since rules look at the others too
 * @param releaseObjects releases, policies, approvals, freezes, pins and bypasses of the namespace
 * @param works of the world
 * @param swarms what the orchestrator keeps
 * @param catalogs all, since any of them may be rendered with
 */
public record WorldFacts(
    WorldInstance world,
    @Nullable GameDefinition game,
    List<ModuleManifest> manifests,
    List<CapabilityBinding> bindings,
    List<ManagedCluster> clusters,
    List<ReleaseTarget> targets,
    List<HasMetadata> releaseObjects,
    List<ManifestWork> works,
    List<SwarmRecord> swarms,
    List<CombinedStatus> combined,
    List<Catalog> catalogs) {

  /** Reads them from a server; empty when there is no such world. */
  public static Optional<WorldFacts> read(
      KubernetesClient client, String namespace, String name, String hubNamespace) {
    WorldInstance world =
        client.resources(WorldInstance.class).inNamespace(namespace).withName(name).get();
    if (world == null) {
      return Optional.empty();
    }
    return Optional.of(
        new WorldFacts(
            world,
            client
                .resources(GameDefinition.class)
                .inNamespace(namespace)
                .withName(world.getSpec().gameRef().name())
                .get(),
            in(client, ModuleManifest.class, namespace),
            in(client, CapabilityBinding.class, namespace),
            client.resources(ManagedCluster.class).list().getItems(),
            in(client, ReleaseTarget.class, namespace),
            releaseObjects(client, namespace),
            client
                .resources(ManifestWork.class)
                .inAnyNamespace()
                .withLabel(Work.OWNER_NAME, LabelValue.of(name))
                .withLabel(Work.OWNER_NAMESPACE, LabelValue.of(namespace))
                .list()
                .getItems(),
            in(client, SwarmRecord.class, hubNamespace),
            in(client, CombinedStatus.class, namespace),
            client.resources(Catalog.class).list().getItems()));
  }

  /** Releases, policies, approvals, freezes, pins and bypasses of a namespace. */
  static List<HasMetadata> releaseObjects(KubernetesClient client, String namespace) {
    List<HasMetadata> release = new ArrayList<>();
    for (Class<? extends HasMetadata> kind :
        List.<Class<? extends HasMetadata>>of(
            Release.class,
            ReleasePolicy.class,
            Approval.class,
            Freeze.class,
            Pin.class,
            Bypass.class)) {
      release.addAll(in(client, kind, namespace));
    }
    return release;
  }

  private static <T extends HasMetadata> List<T> in(
      KubernetesClient client, Class<T> kind, String namespace) {
    return client.resources(kind).inNamespace(namespace).list().getItems();
  }
}
