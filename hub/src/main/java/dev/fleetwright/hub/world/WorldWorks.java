package dev.fleetwright.hub.world;

import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Indexes;
import dev.fleetwright.placement.work.LabelValue;
import dev.fleetwright.placement.work.Work;
import dev.fleetwright.placement.work.WorkOwner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which works are whose. */
public final class WorldWorks {

  static final String OWNER_KIND = "WorldInstance";

  private WorldWorks() {}

  /** The works of a world, by cluster, without looking at those of others. */
  public static SortedMap<String, List<ManifestWork>> of(ObjectKey world, Caches caches) {
    WorkOwner owner = new WorkOwner(OWNER_KIND, world.namespace(), world.name());
    return of(world, caches.works().by(Indexes.OWNER_ANYWHERE, Indexes.ownerAnywhere(owner)));
  }

  /** The works of a world, by cluster. */
  public static SortedMap<String, List<ManifestWork>> of(
      ObjectKey world, Collection<ManifestWork> all) {
    String namespace = LabelValue.of(world.namespace());
    String name = LabelValue.of(world.name());
    SortedMap<String, List<ManifestWork>> works = new TreeMap<>();
    for (ManifestWork work : all) {
      Map<String, String> labels = Domain.orEmpty(work.getMetadata().getLabels());
      if (OWNER_KIND.equals(labels.get(Work.OWNER_KIND))
          && namespace.equals(labels.get(Work.OWNER_NAMESPACE))
          && name.equals(labels.get(Work.OWNER_NAME))) {
        works.computeIfAbsent(work.getMetadata().getNamespace(), _ -> new ArrayList<>()).add(work);
      }
    }
    return works;
  }

  /** The world that a work is for, when it is for one. */
  public static Optional<ObjectKey> owner(ManifestWork work) {
    Map<String, String> labels = Domain.orEmpty(work.getMetadata().getLabels());
    return OWNER_KIND.equals(labels.get(Work.OWNER_KIND))
        ? Optional.of(
            new ObjectKey(
                labels.getOrDefault(Work.OWNER_NAMESPACE, ""),
                labels.getOrDefault(Work.OWNER_NAME, "")))
        : Optional.empty();
  }
}
