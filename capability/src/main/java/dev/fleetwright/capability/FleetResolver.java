package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.Condition;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.GameDefinitionSpec.GameModule;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.capability.matching.CompiledModule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Resolves many worlds and keeps up with changes. It is told what exists now ({@code put}, {@code
 * remove}) and works out which worlds that touches; only those are resolved again. What is told
 * twice is no work. The plans are those that {@link CapabilityResolver} would give. Safe for many
 * threads.
 */
public final class FleetResolver {

  private record Manifest(ModuleManifest object, CompiledModule compiled) {}

  private final Map<ObjectKey, Manifest> manifests = new HashMap<>();
  private final Map<ObjectKey, GameDefinition> games = new HashMap<>();
  private final Map<ObjectKey, WorldInstance> worlds = new HashMap<>();
  private final BindingStore bindings = new BindingStore();

  private final ReverseIndex gamesOfModule = new ReverseIndex();
  private final ReverseIndex worldsOfGame = new ReverseIndex();
  private final ReverseIndex worldsRefusedByBinding = new ReverseIndex();

  private final Map<ObjectKey, Resolution> resolutions = new HashMap<>();
  private final Map<ObjectKey, BindingPlan> plans = new HashMap<>();
  private final NavigableSet<ObjectKey> pending = new TreeSet<>();

  public synchronized void put(ModuleManifest manifest) {
    ObjectKey key = manifest.key();
    Manifest before = manifests.get(key);
    if (before == null || !before.object.spec().equals(manifest.spec())) {
      manifests.put(key, new Manifest(manifest, CompiledModule.of(manifest)));
      moduleChanged(key);
    }
  }

  public synchronized void removeManifest(ObjectKey key) {
    if (manifests.remove(key) != null) {
      moduleChanged(key);
    }
  }

  public synchronized void put(GameDefinition game) {
    GameDefinition before = games.put(game.key(), game);
    if (before == null || !before.spec().equals(game.spec())) {
      gamesOfModule.replace(
          game.key(), before == null ? List.of() : modulesOf(before), modulesOf(game));
      gameChanged(game.key());
    }
  }

  public synchronized void removeGame(ObjectKey key) {
    GameDefinition before = games.remove(key);
    if (before != null) {
      gamesOfModule.replace(key, modulesOf(before), List.of());
      gameChanged(key);
    }
  }

  public synchronized void put(WorldInstance world) {
    ObjectKey key = world.key();
    WorldInstance before = worlds.put(key, world);
    if (before == null || !before.spec().equals(world.spec())) {
      worldsOfGame.replace(
          key, before == null ? List.of() : List.of(gameOf(before)), List.of(gameOf(world)));
      if (before != null) {
        dropUnusedResolution(gameOf(before));
      }
      pending.add(key);
    } else if (!before.metadata().equals(world.metadata()) || !showsItsPlan(world)) {
      pending.add(key);
    }
  }

  public synchronized void removeWorld(ObjectKey key) {
    WorldInstance before = worlds.remove(key);
    if (before != null) {
      worldsOfGame.replace(key, List.of(gameOf(before)), List.of());
      forgetPlan(key);
      pending.remove(key);
      dropUnusedResolution(gameOf(before));
    }
  }

  public synchronized void put(CapabilityBinding binding) {
    CapabilityBinding before = bindings.put(binding);
    boolean same =
        before != null
            && before.spec().equals(binding.spec())
            && before.metadata().labels().equals(binding.metadata().labels())
            && before.metadata().annotations().equals(binding.metadata().annotations())
            && before.metadata().ownerReferences().equals(binding.metadata().ownerReferences());
    if (!same) {
      if (before != null) {
        bindingChanged(before);
      }
      bindingChanged(binding);
    }
  }

  public synchronized void removeBinding(ObjectKey key) {
    CapabilityBinding before = bindings.remove(key);
    if (before != null) {
      bindingChanged(before);
    }
  }

  /** The worlds that must be resolved again. */
  public synchronized List<ObjectKey> pending() {
    return List.copyOf(pending);
  }

  /** Resolves the worlds that must be, by key. */
  public synchronized List<BindingPlan> resolvePending() {
    List<BindingPlan> resolved = new ArrayList<>(pending.size());
    for (ObjectKey key : List.copyOf(pending)) {
      BindingPlan plan = resolve(key);
      if (plan != null) {
        resolved.add(plan);
      }
    }
    return resolved;
  }

  /** The plan of a world as things are now; null when there is no such world. */
  public synchronized @Nullable BindingPlan resolve(ObjectKey key) {
    WorldInstance world = worlds.get(key);
    if (world == null) {
      return null;
    }
    BindingPlan known = plans.get(key);
    if (known != null && !pending.contains(key)) {
      return known;
    }
    pending.remove(key);
    forgetPlan(key);
    BindingPlan plan = Planner.plan(world, resolution(gameOf(world)), bindings);
    plans.put(key, plan);
    worldsRefusedByBinding.replace(key, List.of(), refusedBy(plan));
    return plan;
  }

  /** The worlds that a manifest takes part in. */
  public synchronized List<ObjectKey> worldsUsing(ObjectKey manifest) {
    NavigableSet<ObjectKey> using = new TreeSet<>();
    for (ObjectKey game : gamesOfModule.of(manifest)) {
      using.addAll(worldsOfGame.of(game));
    }
    return List.copyOf(using);
  }

  private void moduleChanged(ObjectKey module) {
    gamesOfModule.of(module).forEach(this::gameChanged);
  }

  private void gameChanged(ObjectKey game) {
    resolutions.remove(game);
    pending.addAll(worldsOfGame.of(game));
  }

  private void bindingChanged(CapabilityBinding binding) {
    bindings.worldsNamedBy(binding).stream().filter(worlds::containsKey).forEach(pending::add);
    pending.addAll(worldsRefusedByBinding.of(binding.key()));
  }

  /** A status that says what the plan says is our own writing come back. */
  private boolean showsItsPlan(WorldInstance world) {
    BindingPlan plan = plans.get(world.key());
    if (plan == null) {
      return false;
    }
    WorldInstanceStatus status = CapabilityResolver.statusOf(world);
    for (Condition wanted : plan.conditions()) {
      Condition shown = status.condition(wanted.type());
      if (shown == null || !shown.saysTheSameAs(wanted)) {
        // Nothing new when the status is as it was when the plan was made: its events are due.
        return status.equals(CapabilityResolver.statusOf(plan.world()));
      }
    }
    return plan.events().isEmpty();
  }

  private @Nullable Resolution resolution(ObjectKey key) {
    GameDefinition game = games.get(key);
    return game == null
        ? null
        : resolutions.computeIfAbsent(key, _ -> Resolution.of(game, this::compiled));
  }

  private @Nullable CompiledModule compiled(ObjectKey key) {
    Manifest manifest = manifests.get(key);
    return manifest == null ? null : manifest.compiled;
  }

  private void forgetPlan(ObjectKey key) {
    BindingPlan before = plans.remove(key);
    if (before != null) {
      worldsRefusedByBinding.replace(key, refusedBy(before), List.of());
    }
  }

  private void dropUnusedResolution(ObjectKey game) {
    if (worldsOfGame.of(game).isEmpty()) {
      resolutions.remove(game);
    }
  }

  private static Collection<ObjectKey> refusedBy(BindingPlan plan) {
    return plan.refused().stream().map(DesiredBinding::key).toList();
  }

  private static ObjectKey gameOf(WorldInstance world) {
    return new ObjectKey(world.key().namespace(), world.spec().gameRef().name());
  }

  private static List<ObjectKey> modulesOf(GameDefinition game) {
    return game.spec().modules().stream()
        .map(GameModule::name)
        .distinct()
        .map(name -> new ObjectKey(game.key().namespace(), name))
        .toList();
  }
}
