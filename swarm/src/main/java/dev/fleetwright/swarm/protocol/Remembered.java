package dev.fleetwright.swarm.protocol;

import dev.fleetwright.model.Checked;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What was found out about routing keys, which come again and again. Only what was found is kept,
 * and not for ever, so that no sender of new keys fills the memory.
 */
final class Remembered<V> {

  private static final int MOST = 10_000;

  private final Map<String, Checked<V>> known = new ConcurrentHashMap<>();

  Checked<V> of(String key, Function<String, Checked<V>> find) {
    Checked<V> before = known.get(key);
    if (before != null) {
      return before;
    }
    Checked<V> found = find.apply(key);
    if (found.isValid()) {
      if (known.size() >= MOST) {
        known.clear();
      }
      known.put(key, found);
    }
    return found;
  }

  int size() {
    return known.size();
  }
}
