package dev.fleetwright.hub;

import dev.fleetwright.api.GameDefinition;
import dev.fleetwright.api.ManifestWork;
import dev.fleetwright.api.WorkStatus;
import dev.fleetwright.api.WorldInstance;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.hub.client.Cache;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.queue.KeyedQueue;
import dev.fleetwright.hub.world.WorldNames;
import dev.fleetwright.hub.world.WorldReconciler;
import dev.fleetwright.hub.world.WorldWorks;
import dev.fleetwright.placement.work.CanonicalJson;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Which change is work for whom. */
final class Triggers {

  private final Caches caches;
  private final KeyedQueue<ObjectKey> worlds;
  private final KeyedQueue<ObjectKey> combined;
  private final KeyedQueue<String> clusters;

  /** From the namespace of a world's objects to the world. */
  private final Map<String, ObjectKey> worldOfNamespace = new ConcurrentHashMap<>();

  Triggers(
      Caches caches,
      KeyedQueue<ObjectKey> worlds,
      KeyedQueue<ObjectKey> combined,
      KeyedQueue<String> clusters) {
    this.caches = caches;
    this.worlds = worlds;
    this.combined = combined;
    this.clusters = clusters;
  }

  void connect() {
    caches.worlds().onChange(this::worldChanged);
    caches
        .games()
        .onChange((before, now) -> {
          if (!Cache.isSameWish(before, now)) {
            gameChanged(existing(before, now));
          }
        });
    caches
        .manifests()
        .onChange((before, now) -> {
          if (!Cache.isSameWish(before, now)) {
            moduleChanged(existing(before, now));
          }
        });
    onOwned(caches.bindings());
    onOwned(caches.targets());
    caches
        .clusters()
        .onChange((before, now) -> {
          if (before == null || now == null || !labels(before).equals(labels(now))) {
            clusters.add(existing(before, now).getMetadata().getName());
            caches.worlds().all().forEach(world -> worlds.add(key(world)));
          }
        });
    caches
        .releases()
        .onChange((before, now) ->
            deploymentChanged(existing(before, now), existing(before, now).getSpec().deployment()));
    caches.works().onChange(this::workChanged);
    caches.workStatuses().onChange((before, now) -> reported(existing(before, now)));
    caches
        .collectors()
        .onChange((before, now) -> {
          String name = existing(before, now).getMetadata().getName();
          caches.worlds().all().stream()
              .filter(world -> world.getSpec().statusCollectors().contains(name))
              .forEach(world -> combined.add(key(world)));
        });
    caches
        .combined()
        .onChange((before, now) -> {
          ObjectKey owner = WorldReconciler.ownerOf(existing(before, now));
          if (owner != null) {
            combined.add(owner);
          }
        });
  }

  private void worldChanged(@Nullable WorldInstance before, @Nullable WorldInstance now) {
    ObjectKey key = key(existing(before, now));
    String namespace = WorldNames.namespace(key.namespace(), key.name());
    if (now == null) {
      worldOfNamespace.remove(namespace);
    } else {
      worldOfNamespace.put(namespace, key);
    }
    worlds.add(key);
    combined.add(key);
  }

  private void gameChanged(GameDefinition game) {
    forWorlds(
        game,
        world -> {
          if (world.getSpec().gameRef().name().equals(game.getMetadata().getName())) {
            worlds.add(key(world));
          }
        });
  }

  private void moduleChanged(HasMetadata manifest) {
    deploymentChanged(manifest, manifest.getMetadata().getName());
  }

  /** The worlds of the games that the module is a part of. */
  private void deploymentChanged(HasMetadata object, String module) {
    String namespace = object.getMetadata().getNamespace();
    forWorlds(
        object,
        world -> {
          GameDefinition game = caches.games().get(namespace, world.getSpec().gameRef().name());
          if (game != null
              && game.getSpec().modules().stream().anyMatch(m -> m.name().equals(module))) {
            worlds.add(key(world));
          }
        });
  }

  private void workChanged(@Nullable ManifestWork before, @Nullable ManifestWork now) {
    Optional<ObjectKey> owner = WorldWorks.owner(existing(before, now));
    boolean onlyStatus =
        before != null
            && now != null
            && Objects.equals(
                before.getMetadata().getGeneration(), now.getMetadata().getGeneration())
            && labels(before).equals(labels(now))
            && CanonicalJson.of(before.getSpec().manifests())
                .equals(CanonicalJson.of(now.getSpec().manifests()));
    if (!onlyStatus) {
      owner.ifPresent(worlds::add);
      owner.ifPresent(combined::add);
    }
  }

  private void reported(WorkStatus report) {
    var source = report.getSpec().sourceRef();
    String namespace = source.namespace();
    ObjectKey world =
        worldOfNamespace.get(namespace == null || namespace.isEmpty() ? source.name() : namespace);
    if (world != null) {
      combined.add(world);
    }
  }

  private <T extends HasMetadata> void onOwned(Cache<T> cache) {
    cache.onChange((before, now) -> {
      ObjectKey owner = WorldReconciler.ownerOf(existing(before, now));
      if (owner != null) {
        worlds.add(owner);
      }
    });
  }

  private void forWorlds(HasMetadata object, Consumer<WorldInstance> action) {
    caches.worlds().in(object.getMetadata().getNamespace()).forEach(action);
  }

  private static <T> T existing(@Nullable T before, @Nullable T now) {
    return now != null ? now : Objects.requireNonNull(before);
  }

  static ObjectKey key(HasMetadata object) {
    return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  private static Map<String, String> labels(HasMetadata object) {
    return object.getMetadata().getLabels() == null ? Map.of() : object.getMetadata().getLabels();
  }
}
