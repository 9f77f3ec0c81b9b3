package dev.fleetwright.apiserver.service;

import dev.fleetwright.apiserver.store.ObjectKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which objects name which owners. Holds only objects that have owners; used by one thread. */
final class OwnerIndex {
  private record Owner(String cluster, String uid) {}

  private final Map<Owner, Set<ObjectKey>> dependents = new HashMap<>();
  private final Map<ObjectKey, Set<String>> owners = new HashMap<>();

  /** Notes who owns an object now. */
  void put(ObjectKey key, List<Owners.Reference> references) {
    Set<String> now = references.stream().map(Owners.Reference::uid).collect(Collectors.toSet());
    Set<String> before = now.isEmpty() ? owners.remove(key) : owners.put(key, now);
    String cluster = key.collection().cluster();
    if (before != null) {
      for (String uid : before) {
        if (!now.contains(uid)) {
          remove(new Owner(cluster, uid), key);
        }
      }
    }
    for (String uid : now) {
      dependents.computeIfAbsent(new Owner(cluster, uid), o -> new HashSet<>()).add(key);
    }
  }

  private void remove(Owner owner, ObjectKey key) {
    Set<ObjectKey> keys = dependents.get(owner);
    if (keys != null && keys.remove(key) && keys.isEmpty()) {
      dependents.remove(owner);
    }
  }

  boolean isEmpty() {
    return owners.isEmpty();
  }

  /** The objects that name this owner. */
  List<ObjectKey> dependents(String cluster, String uid) {
    return List.copyOf(dependents.getOrDefault(new Owner(cluster, uid), Set.of()));
  }
}
