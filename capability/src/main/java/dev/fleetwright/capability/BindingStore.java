package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.ObjectKey;
import dev.fleetwright.capability.kinds.OwnerReference;
import dev.fleetwright.capability.kinds.WorldInstance;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The bindings of a fleet, found by name and by the worlds that they name as owners. */
final class BindingStore implements ExistingBindings {

  private final Map<ObjectKey, CapabilityBinding> byKey = new HashMap<>();
  private final ReverseIndex byOwner = new ReverseIndex();

  @Nullable CapabilityBinding put(CapabilityBinding binding) {
    CapabilityBinding before = byKey.put(binding.key(), binding);
    byOwner.replace(binding.key(), before == null ? List.of() : owners(before), owners(binding));
    return before;
  }

  @Nullable CapabilityBinding remove(ObjectKey key) {
    CapabilityBinding before = byKey.remove(key);
    if (before != null) {
      byOwner.replace(key, owners(before), List.of());
    }
    return before;
  }

  @Override
  public boolean isEmpty() {
    return byKey.isEmpty();
  }

  @Override
  public @Nullable CapabilityBinding named(ObjectKey key) {
    return byKey.get(key);
  }

  @Override
  public List<CapabilityBinding> ownedBy(WorldIdentity world) {
    List<CapabilityBinding> owned = new ArrayList<>();
    for (ObjectKey key : byOwner.of(new ObjectKey(world.namespace(), world.world().whole()))) {
      CapabilityBinding binding = byKey.get(key);
      if (binding != null && world.owns(binding.metadata())) {
        owned.add(binding);
      }
    }
    return owned;
  }

  /** The worlds that a binding names, as owner or in its spec. */
  Set<ObjectKey> worldsNamedBy(CapabilityBinding binding) {
    Set<ObjectKey> worlds = new TreeSet<>(owners(binding));
    if (binding.spec().worldRef() != null) {
      worlds.add(new ObjectKey(binding.key().namespace(), binding.spec().worldRef().name()));
    }
    return worlds;
  }

  private static List<ObjectKey> owners(CapabilityBinding binding) {
    List<ObjectKey> owners = new ArrayList<>(1);
    for (OwnerReference owner : binding.metadata().ownerReferences()) {
      if (owner.kind().equals(WorldInstance.KIND)) {
        owners.add(new ObjectKey(binding.key().namespace(), owner.name()));
      }
    }
    return owners;
  }
}
