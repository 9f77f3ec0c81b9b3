package dev.fleetwright.hub.why;

import dev.fleetwright.api.CapabilityBinding;
import dev.fleetwright.api.Catalog;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.world.WorldReconciler;
import dev.fleetwright.hub.world.WorldWorks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An object that people ask about, and the tree that explains it. */
public enum WhyObject {
  WORLD(WorldInstance.class, "world", "worlds", "worldinstance", "worldinstances"),
  BINDING(CapabilityBinding.class, "binding", "capbind", "capabilitybinding", "capabilitybindings"),
  RELEASE(Release.class, "release", "releases"),
  TARGET(ReleaseTarget.class, "releasetarget", "target", "releasetargets"),
  CATALOG(Catalog.class, "catalog", "catalogs", "opmcat"),
  WORK(ManifestWork.class, "work", "manifestwork", "manifestworks");

  private final Class<? extends HasMetadata> type;
  private final String names;

  /** The first name is the one that we use. */
  WhyObject(Class<? extends HasMetadata> type, String... names) {
    this.type = type;
    this.names = String.join(" ", names);
  }

  /** The kind that people mean by a word. */
  public static Optional<WhyObject> named(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    for (WhyObject one : values()) {
      if (List.of(one.names.split(" ", -1)).contains(lower)) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  /** What it is called on the command line. */
  public String word() {
    return names.substring(0, names.indexOf(' '));
  }

  /** The objects of this kind that have a name, in one namespace or in all; all for no name. */
  public List<? extends HasMetadata> find(
      KubernetesClient client, @Nullable String namespace, @Nullable String name) {
    List<? extends HasMetadata> all =
        !Namespaced.class.isAssignableFrom(type)
            ? client.resources(type).list().getItems()
            : namespace == null
                ? client.resources(type).inAnyNamespace().list().getItems()
                : client.resources(type).inNamespace(namespace).list().getItems();
    return name == null
        ? all
        : all.stream().filter(object -> object.getMetadata().getName().equals(name)).toList();
  }

  /** The tree of an object at this time; empty when what it belongs to is gone. */
  public static Optional<Tree> explain(
      KubernetesClient client, HasMetadata object, String hubNamespace, Instant now) {
    return switch (object) {
      case WorldInstance world -> facts(client, key(world), hubNamespace).map(Why::world);
      case CapabilityBinding binding ->
          facts(client, WorldReconciler.ownerOf(binding), hubNamespace)
              .map(facts -> Why.binding(facts, binding));
      case Release release -> {
        String namespace = release.getMetadata().getNamespace();
        yield Optional.of(
            ReleaseTrees.of(
                release,
                WorldFacts.releaseObjects(client, namespace),
                client.resources(ReleaseTarget.class).inNamespace(namespace).list().getItems(),
                client.resources(ManagedCluster.class).list().getItems(),
                now));
      }
      case ReleaseTarget target ->
          facts(
                  client,
                  target.getSpec().world() == null
                      ? null
                      : new ObjectKey(
                          target.getMetadata().getNamespace(), target.getSpec().world()),
                  hubNamespace)
              .map(facts -> Why.target(facts, target));
      case Catalog catalog -> Optional.of(CatalogTrees.of(catalog));
      case ManifestWork work ->
          facts(client, WorldWorks.owner(work).orElse(null), hubNamespace)
              .map(facts -> Why.work(facts, work))
              .or(() -> Optional.of(WorkTrees.alone(work)));
      default -> Optional.empty();
    };
  }

  private static ObjectKey key(HasMetadata object) {
    return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  private static Optional<WorldFacts> facts(
      KubernetesClient client, @Nullable ObjectKey world, String hubNamespace) {
    return world == null
        ? Optional.empty()
        : WorldFacts.read(client, world.namespace(), world.name(), hubNamespace);
  }
}
