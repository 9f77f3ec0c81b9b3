package dev.fleetwright.amqp;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says it once when the broker begins to refuse messages of a key, and once when it takes them
 * again. The caller sees to it that one thread at a time is in here.
 */
final class RefusedKeys {

  private static final Logger LOG = LoggerFactory.getLogger(RefusedKeys.class);
  private static final int MOST_KEYS = 1_000;

  private final Map<String, Integer> counts =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > MOST_KEYS;
        }
      };

  void refused(String key) {
    if (counts.merge(key, 1, Integer::sum) == 1) {
      LOG.warn(
          "the broker refuses {}: a queue that wants it is full, as nobody reads it or too slowly;"
              + " commands and confirmations are sent again",
          key);
    }
  }

  void taken(String key) {
    if (counts.isEmpty()) {
      return;
    }
    Integer before = counts.remove(key);
    if (before != null) {
      LOG.info("the broker takes {} again; it had refused {} messages", key, before);
    }
  }
}
