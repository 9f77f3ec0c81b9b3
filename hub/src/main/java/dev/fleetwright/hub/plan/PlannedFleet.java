package dev.fleetwright.hub.plan;

import dev.fleetwright.api.Approval;
import dev.fleetwright.api.Bypass;
import dev.fleetwright.api.CapabilityBinding;
import dev.fleetwright.api.Catalog;
import dev.fleetwright.api.Freeze;
import dev.fleetwright.api.GameDefinition;
import dev.fleetwright.api.ManagedCluster;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.ModuleManifest;
import dev.fleetwright.api.ObjectJson;
import dev.fleetwright.api.Pin;
import dev.fleetwright.api.Release;
import dev.fleetwright.api.ReleasePolicy;
import dev.fleetwright.api.ReleaseTarget;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.hub.catalog.CatalogContent;
import dev.fleetwright.hub.catalog.CatalogEntry;
import dev.fleetwright.hub.catalog.CatalogShelf;
import dev.fleetwright.hub.why.WorldFacts;
import dev.fleetwright.render.Library;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The objects of a server with some of them changed, and what follows for the worlds. */
public final class PlannedFleet {

  private static final KubernetesSerialization JSON = ObjectJson.SHARED;
  private static final List<Class<? extends HasMetadata>> RELEASE_KINDS =
      List.of(
          Release.class,
          ReleasePolicy.class,
          Approval.class,
          Freeze.class,
          Pin.class,
          Bypass.class);

  private static final Set<String> EVERYWHERE = Set.of("ManagedCluster", "Catalog");

  private final KubernetesClient client;
  private final List<GenericKubernetesResource> changed;

  public PlannedFleet(
      KubernetesClient client, Collection<? extends GenericKubernetesResource> changed) {
    this.client = client;
    this.changed = List.copyOf(changed);
  }

  /** What would be rendered with: what is built in and the catalogs, the changed ones too. */
  public CatalogShelf catalogs(Library builtIn) {
    List<Catalog> served = client.resources(Catalog.class).list().getItems();
    Map<String, CatalogContent> good = new HashMap<>();
    served.forEach(catalog -> {
      CatalogContent last = CatalogEntry.of(catalog).lastGood();
      if (last != null) {
        good.put(catalog.getMetadata().getName(), last);
      }
    });
    return CatalogShelf.of(
        builtIn,
        over(served, Catalog.class, "").stream()
            .map(catalog ->
                CatalogEntry.of(catalog).withLastGood(good.get(catalog.getMetadata().getName())))
            .toList());
  }

  /**
   * What would come of it, for every world that the changed objects can concern.
   *
   * @param library what is rendered with, see {@link #catalogs}
   */
  public List<PreviewLine> preview(Library library, Instant now) {
    List<ManagedCluster> clusters =
        over(client.resources(ManagedCluster.class).list().getItems(), ManagedCluster.class, "");
    List<PreviewLine> lines = new ArrayList<>();
    for (String namespace : namespaces()) {
      List<WorldInstance> worlds = in(WorldInstance.class, namespace);
      if (worlds.isEmpty()) {
        continue;
      }
      List<HasMetadata> release = new ArrayList<>();
      RELEASE_KINDS.forEach(kind -> release.addAll(in(kind, namespace)));
      List<GameDefinition> games = in(GameDefinition.class, namespace);
      List<ModuleManifest> manifests = in(ModuleManifest.class, namespace);
      List<CapabilityBinding> bindings = in(CapabilityBinding.class, namespace);
      List<ReleaseTarget> targets = in(ReleaseTarget.class, namespace);
      List<ManifestWork> works =
          client.resources(ManifestWork.class).inAnyNamespace().list().getItems();
      for (WorldInstance world : worlds) {
        WorldFacts facts =
            new WorldFacts(
                world,
                games.stream()
                    .filter(game ->
                        game.getMetadata().getName().equals(world.getSpec().gameRef().name()))
                    .findFirst()
                    .orElse(null),
                manifests,
                bindings,
                clusters,
                targets,
                release,
                works,
                List.of(),
                List.of(),
                List.of());
        lines.addAll(WorldPreview.of(facts, library, now));
      }
    }
    return lines;
  }

  /** A changed inventory or catalog concerns all worlds; anything else those of its namespace. */
  private SortedSet<String> namespaces() {
    SortedSet<String> namespaces = new TreeSet<>();
    for (GenericKubernetesResource object : changed) {
      if (EVERYWHERE.contains(object.getKind())) {
        client
            .resources(WorldInstance.class)
            .inAnyNamespace()
            .list()
            .getItems()
            .forEach(world -> namespaces.add(world.getMetadata().getNamespace()));
      } else if (object.getMetadata().getNamespace() != null) {
        namespaces.add(object.getMetadata().getNamespace());
      }
    }
    return namespaces;
  }

  private <T extends HasMetadata> List<T> in(Class<T> kind, String namespace) {
    return over(client.resources(kind).inNamespace(namespace).list().getItems(), kind, namespace);
  }

  private <T extends HasMetadata> List<T> over(List<T> server, Class<T> kind, String namespace) {
    TreeMap<String, T> all = new TreeMap<>(Comparator.naturalOrder());
    server.forEach(object -> all.put(object.getMetadata().getName(), object));
    for (GenericKubernetesResource object : changed) {
      if (object.getApiVersion().equals(HasMetadata.getApiVersion(kind))
          && object.getKind().equals(HasMetadata.getKind(kind))
          && namespace.equals(
              Objects.requireNonNullElse(object.getMetadata().getNamespace(), ""))) {
        T typed = JSON.unmarshal(JSON.asJson(object), kind);
        if (typed.getMetadata().getUid() == null) {
          typed.getMetadata().setUid("not-created-yet");
        }
        all.put(object.getMetadata().getName(), typed);
      }
    }
    return List.copyOf(all.values());
  }
}
