package dev.fleetwright.capability.reading;

import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.CapabilityBindingSpec;
import dev.fleetwright.capability.kinds.CapabilityBindingStatus;
import dev.fleetwright.capability.kinds.GameDefinition;
import dev.fleetwright.capability.kinds.GameDefinitionSpec;
import dev.fleetwright.capability.kinds.GameDefinitionStatus;
import dev.fleetwright.capability.kinds.GamePlatform;
import dev.fleetwright.capability.kinds.ModuleManifest;
import dev.fleetwright.capability.kinds.ModuleManifestSpec;
import dev.fleetwright.capability.kinds.ModuleManifestStatus;
import dev.fleetwright.capability.kinds.WorldInstance;
import dev.fleetwright.capability.kinds.WorldInstanceSpec;
import dev.fleetwright.capability.kinds.WorldInstanceStatus;
import dev.fleetwright.documents.Kind;
import dev.fleetwright.documents.NameRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objects as they stand in files, without what every object has. */
final class Bodies {

  record Manifest(ModuleManifestSpec spec, @Nullable ModuleManifestStatus status) {}

  record Game(GameDefinitionSpec spec, @Nullable GameDefinitionStatus status) {}

  record World(WorldInstanceSpec spec, @Nullable WorldInstanceStatus status) {}

  record Binding(
      BindingMetadata metadata,
      CapabilityBindingSpec spec,
      @Nullable CapabilityBindingStatus status) {}

  static final List<Kind<?>> KINDS =
      List.of(
          kind(ModuleManifest.KIND, Manifest.class),
          kind(GameDefinition.KIND, Game.class),
          // Names of worlds become parts of names that have no room for dots.
          kind(WorldInstance.KIND, World.class).named(NameRule.DNS_LABEL),
          kind(CapabilityBinding.KIND, Binding.class));

  private Bodies() {}

  private static <T extends Record> Kind<T> kind(String name, Class<T> type) {
    return Kind.of(GamePlatform.API_VERSION, name, type);
  }
}
