package dev.fleetwright.capability;

import dev.fleetwright.capability.kinds.ObjectKey;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Who refers to an object, kept in step with who refers to what. */
final class ReverseIndex {

  private final Map<ObjectKey, Set<ObjectKey>> referrers = new HashMap<>();

  void replace(ObjectKey referrer, Collection<ObjectKey> before, Collection<ObjectKey> now) {
    for (ObjectKey target : before) {
      Set<ObjectKey> known = referrers.get(target);
      if (known != null && known.remove(referrer) && known.isEmpty()) {
        referrers.remove(target);
      }
    }
    for (ObjectKey target : now) {
      referrers.computeIfAbsent(target, _ -> new TreeSet<>()).add(referrer);
    }
  }

  Set<ObjectKey> of(ObjectKey target) {
    return Collections.unmodifiableSet(referrers.getOrDefault(target, Set.of()));
  }
}
