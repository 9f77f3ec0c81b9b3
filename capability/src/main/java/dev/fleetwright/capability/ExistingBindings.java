package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.CapabilityBinding;
import dev.fleetwright.capability.kinds.ObjectKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bindings that exist, as far as a plan needs to know. */
interface ExistingBindings {

  boolean isEmpty();

  @Nullable CapabilityBinding named(ObjectKey key);

  /** The bindings of a world, by name. */
  List<CapabilityBinding> ownedBy(WorldIdentity world);

  static ExistingBindings of(Collection<CapabilityBinding> all) {
    Map<ObjectKey, CapabilityBinding> byKey = new HashMap<>();
    all.forEach(binding -> byKey.putIfAbsent(binding.key(), binding));
    return new ExistingBindings() {
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
        return byKey.values().stream()
            .filter(binding -> world.owns(binding.metadata()))
            .sorted((a, b) -> a.key().compareTo(b.key()))
            .toList();
      }
    };
  }
}
