package dev.fleetwright.hub.status;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which rows of a combination are to be looked at again. For many threads. */
public final class ChangedRows {

  /**
   * @param clusters null when all rows are
   */
  record Changes(@Nullable Set<String> clusters) {

    boolean everything() {
      return clusters == null;
    }
  }

  private static final Changes NONE = new Changes(Set.of());

  private final Map<CombinedKey, Changes> changes = new HashMap<>();

  /** Everything about it may be different. */
  public synchronized void all(CombinedKey key) {
    changes.put(key, new Changes(null));
  }

  /** One cluster has reported. */
  public synchronized void row(CombinedKey key, String cluster) {
    Set<String> clusters =
        changes.computeIfAbsent(key, _ -> new Changes(new HashSet<>())).clusters();
    if (clusters != null) {
      clusters.add(cluster);
    }
  }

  synchronized Changes take(CombinedKey key) {
    Changes taken = changes.remove(key);
    return taken == null ? NONE : taken;
  }
}
