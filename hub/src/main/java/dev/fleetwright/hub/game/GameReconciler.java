package dev.fleetwright.hub.game;

import dev.fleetwright.api.GameDefinition;
import dev.fleetwright.api.ModuleManifest;
import dev.fleetwright.capability.Resolution;
import dev.fleetwright.capability.kinds.GameDefinitionSpec.GameModule;
import dev.fleetwright.capability.kinds.GameDefinitionStatus;
import dev.fleetwright.capability.kinds.ModuleManifestStatus;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.matching.CompiledModule;
import dev.fleetwright.hub.client.Cache;
import dev.fleetwright.hub.client.Caches;
import dev.fleetwright.hub.client.Writer;
import dev.fleetwright.hub.queue.KeyedQueue;
import dev.fleetwright.hub.queue.Reconciler;
import dev.fleetwright.hub.world.Domain;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Tells in their status whether games and modules hold together. */
public final class GameReconciler implements Reconciler<GameReconciler.Key> {

  /** A game, or a module. */
  public record Key(boolean isGame, ObjectKey object) {}

  private final Caches caches;
  private final Writer writer;
  private final InstantSource clock;

  public GameReconciler(Caches caches, Writer writer, InstantSource clock) {
    this.caches = caches;
    this.writer = writer;
    this.clock = clock;
  }

  /** Which change is work: a module concerns the games that use it, and those their modules. */
  public static void connect(Caches caches, KeyedQueue<Key> queue) {
    caches
        .games()
        .onChange((before, now) -> {
          if (Cache.isSameWish(before, now)) {
            return;
          }
          Stream.of(Optional.ofNullable(before), Optional.ofNullable(now))
              .flatMap(Optional::stream)
              .forEach(game -> addGame(game, queue));
        });
    caches
        .manifests()
        .onChange((before, now) -> {
          ModuleManifest manifest = now == null ? before : now;
          if (manifest == null || Cache.isSameWish(before, now)) {
            return;
          }
          String namespace = manifest.getMetadata().getNamespace();
          String name = manifest.getMetadata().getName();
          queue.add(new Key(false, new ObjectKey(namespace, name)));
          caches.games().in(namespace).stream()
              .filter(game -> uses(game, name))
              .forEach(game -> addGame(game, queue));
        });
  }

  private static void addGame(GameDefinition game, KeyedQueue<Key> queue) {
    String namespace = game.getMetadata().getNamespace();
    queue.add(new Key(true, new ObjectKey(namespace, game.getMetadata().getName())));
    for (GameModule module : game.getSpec().modules()) {
      queue.add(new Key(false, new ObjectKey(namespace, module.name())));
    }
  }

  private static boolean uses(GameDefinition game, String module) {
    return game.getSpec().modules().stream().anyMatch(one -> one.name().equals(module));
  }

  @Override
  public Optional<Instant> reconcile(Key key) {
    if (key.isGame) {
      game(key.object);
    } else {
      manifest(key.object);
    }
    return Optional.empty();
  }

  private void game(ObjectKey key) {
    GameDefinition game = caches.games().get(key.namespace(), key.name());
    if (game == null || game.isMarkedForDeletion()) {
      return;
    }
    GameDefinitionStatus status =
        Verdicts.game(Domain.game(game), resolution(game), clock.instant());
    if (!status.equals(game.getStatus())) {
      GameDefinition changed = new GameDefinition();
      changed.setMetadata(game.getMetadata());
      changed.setSpec(game.getSpec());
      changed.setStatus(status);
      var _ = writer.status(changed, GameDefinition.class, caches.games());
    }
  }

  private void manifest(ObjectKey key) {
    ModuleManifest manifest = caches.manifests().get(key.namespace(), key.name());
    if (manifest == null || manifest.isMarkedForDeletion()) {
      return;
    }
    List<Resolution> games =
        caches.games().in(key.namespace()).stream()
            .filter(game -> uses(game, key.name()))
            .sorted(java.util.Comparator.comparing(game -> game.getMetadata().getName()))
            .map(this::resolution)
            .toList();
    ModuleManifestStatus status =
        Verdicts.manifest(Domain.manifest(manifest), games, clock.instant());
    if (!status.equals(manifest.getStatus())) {
      ModuleManifest changed = new ModuleManifest();
      changed.setMetadata(manifest.getMetadata());
      changed.setSpec(manifest.getSpec());
      changed.setStatus(status);
      var _ = writer.status(changed, ModuleManifest.class, caches.manifests());
    }
  }

  private Resolution resolution(GameDefinition game) {
    return Resolution.of(
        Domain.game(game),
        key -> {
          ModuleManifest manifest = caches.manifests().get(key.namespace(), key.name());
          return manifest == null ? null : CompiledModule.of(Domain.manifest(manifest));
        });
  }
}
