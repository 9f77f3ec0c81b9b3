package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.capability.matching.CompiledModule;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves one world. A pure function: no clock, no randomness, no memory of earlier calls. */
public final class CapabilityResolver {

  private CapabilityResolver() {}

  /**
   * Decides every requirement of a world.
   *
   * @param game the game that the world names; null when it does not exist
   * @param manifests those of the namespace; the game says which of them take part
   * @param existing the bindings of the namespace, whoever made them
   */
  public static BindingPlan resolve(
      WorldInstance world,
      @Nullable GameDefinition game,
      Collection<ModuleManifest> manifests,
      Collection<CapabilityBinding> existing) {
    Map<ObjectKey, ModuleManifest> byKey = new HashMap<>();
    manifests.forEach(manifest -> byKey.putIfAbsent(manifest.key(), manifest));
    Resolution resolution =
        game == null
            ? null
            : Resolution.of(
                game,
                key -> {
                  ModuleManifest manifest = byKey.get(key);
                  return manifest == null ? null : CompiledModule.of(manifest);
                });
    return resolve(world, resolution, existing);
  }

  /**
   * Plans for a world whose game is decided already; all worlds of a game share that.
   *
   * @param resolution null when the game does not exist
   */
  public static BindingPlan resolve(
      WorldInstance world,
      @Nullable Resolution resolution,
      Collection<CapabilityBinding> existing) {
    return Planner.plan(world, resolution, ExistingBindings.of(existing));
  }

  static WorldInstanceStatus statusOf(WorldInstance world) {
    return world.status() == null ? WorldInstanceStatus.NONE : world.status();
  }
}
